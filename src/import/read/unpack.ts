// Decompresses gzip and zstd, which it recognizes by the first bytes, never by the file name.
import { pipeline, Readable, type Transform } from 'node:stream';
import { createGunzip, createZstdDecompress, zstdDecompressSync } from 'node:zlib';
import { zstdFrames } from './zstd-frames.ts';

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
    for await (const frame of zstdFrames(packed)) yield* plainFrame(frame);
  }
}

/**
 * A frame that is short both compressed and decompressed is decompressed in one call: a stream for each of a million
 * frames would take minutes.
 */
const SHORT_FRAME_BYTES = 16 * 1024;

async function* plainFrame(frame: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const start: Buffer[] = [];
  let length = 0;
  let isWhole = false;
  while (!isWhole && length <= SHORT_FRAME_BYTES) {
    const step = await frame.next();
    isWhole = step.done === true;
    if (!step.done) start.push(step.value);
    length += step.value?.length ?? 0;
  }
  const short = isWhole ? unpackedShort(Buffer.concat(start)) : null;
  if (short !== null) {
    if (short.length > 0) yield short;
    return;
  }
  const whole = async function* () {
    yield* start;
    yield* frame;
  };
  yield* through(whole(), createZstdDecompress({ chunkSize: CHUNK_BYTES }));
}

/** Null if the frame is not short or is corrupt; the stream then reports the error. */
function unpackedShort(frame: Buffer): Buffer | null {
  try {
    return zstdDecompressSync(frame, { maxOutputLength: CHUNK_BYTES });
  } catch {
    return null;
  }
}

function through(packed: AsyncIterable<Buffer>, transform: Transform): AsyncIterable<Buffer> {
  // The reader gets the error from the transform; without a callback, it would be thrown as well.
  pipeline(Readable.from(packed), transform, () => {});
  return transform;
}
