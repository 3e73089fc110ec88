// Packed bytes to plain ones: gzip and zstd, told by their first bytes and never by the name of the file.
import { pipeline, Readable, type Transform } from 'node:stream';
import { createGunzip, createZstdDecompress, zstdDecompressSync } from 'node:zlib';
import { zstdFrames } from './zstd-frames.ts';

const CHUNK_BYTES = 512 * 1024;
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** How many first bytes tell the packing, or Parquet. */
export const MAGIC_BYTES = 4;

type Packing = 'gzip' | 'zstd' | null;

/** What the bytes that begin so are packed with; null for nothing. */
export function packingOf(start: Buffer): Packing {
  if (start.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC)) return 'gzip';
  return start.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC) ? 'zstd' : null;
}

/** The plain bytes; of several gzip members or zstd frames all. Broken data ends them with the error of zlib. */
export async function* unpack(packed: AsyncIterable<Buffer>, packing: Packing): AsyncGenerator<Buffer> {
  if (packing === null) {
    yield* packed;
  } else if (packing === 'gzip') {
    yield* through(packed, createGunzip({ chunkSize: CHUNK_BYTES }));
  } else {
    for await (const frame of zstdFrames(packed)) yield* plainFrame(frame);
  }
}

/** A frame that is short, as it is and unpacked, is unpacked at once: a stream for each of a million frames would take minutes. */
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

/** Null where it is not short, or broken: then the stream tells. */
function unpackedShort(frame: Buffer): Buffer | null {
  try {
    return zstdDecompressSync(frame, { maxOutputLength: CHUNK_BYTES });
  } catch {
    return null;
  }
}

function through(packed: AsyncIterable<Buffer>, transform: Transform): AsyncIterable<Buffer> {
  // The error reaches the reader through the transform; the callback only keeps it from being thrown as well.
  pipeline(Readable.from(packed), transform, () => {});
  return transform;
}
