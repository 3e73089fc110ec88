// Decompresses gzip and zstd, which it recognizes by the first bytes, never by the file name.
import { pipeline, Readable, type Transform } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { splitZstdFrames } from './zstd-frames.ts';

const CHUNK_BYTES = 512 * 1024;
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Number of first bytes that identify the compression, or Parquet. */
export const MAGIC_BYTES = 4;

type Packing = 'gzip' | 'zstd' | null;

/** The compression by the first bytes; null for none. */
export function packingOf(start: Buffer): Packing {
  if (start.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC)) return 'gzip';
  return start.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC) ? 'zstd' : null;
}

/** The decompressed bytes of all gzip members or zstd frames. Corrupt data ends them with the error of zlib. */
export async function* unpack(packed: AsyncIterable<Buffer>, packing: Packing): AsyncGenerator<Buffer> {
  if (packing === null) {
    yield* packed;
  } else if (packing === 'gzip') {
    yield* through(packed, createGunzip({ chunkSize: CHUNK_BYTES }));
  } else {
    // One stream for all frames. Node aborts the process if a thread is terminated between the creation and the
    // initialization of a stream. With one stream per frame and a million frames, that would be likely.
    yield* through(splitZstdFrames(packed), createZstdDecompress({ chunkSize: CHUNK_BYTES }));
  }
}

function through(packed: AsyncIterable<Buffer>, transform: Transform): AsyncIterable<Buffer> {
  // The transform reports the error to the reader. Without a callback, the error would also be thrown.
  pipeline(Readable.from(packed), transform, () => {});
  return transform;
}
