// Splits zstd data at the boundaries of its frames without decompressing it (RFC 8878, section 3.1). Where a frame ends
// inside a chunk, the decompressor of Node 24 ignores the rest of the chunk; that of Node 26 ignores all that is no
// frame.
//
//   frame      magic 28 B5 2F FD | descriptor 1 | window 0-1 | dictionary 0-4 | content size 0-8 | block...
//              | checksum 0 or 4
//   block      3 bytes, little endian: bit 0 last, bits 1-2 kind, bits 3-23 size | payload
//   skippable  magic 5x 2A 4D 18 | size 4 | payload

const FRAME_MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
const DICTIONARY_BYTES = [0, 1, 2, 4];
const CONTENT_SIZE_BYTES = [0, 2, 4, 8];
const CHECKSUM_BYTES = 4;
/** A block that repeats one byte. Its size is the size of the content. */
const REPEATING = 1;

/** Short pieces of a frame are joined, because each chunk costs the decompressor a turn of the event loop. */
const JOINED_BYTES = 16 * 1024;

/**
 * The same bytes, in chunks that never span two frames. Corrupt data within a frame is returned as its rest; bytes that
 * are no frame are an error, with the message and code of zlib.
 */
export async function* splitZstdFrames(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const bytes = new ByteReader(packed);
  while (!(await bytes.isAtEnd())) yield* joined(frameIn(bytes));
}

async function* joined(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    parts.push(piece);
    length += piece.length;
    if (length < JOINED_BYTES) continue;
    yield Buffer.concat(parts);
    parts = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(parts);
}

async function* frameIn(bytes: ByteReader): AsyncGenerator<Buffer> {
  const start = await bytes.upTo(5);
  const magic = start.length < 5 ? 0 : start.readUInt32LE(0);
  const isSkippable = ((magic ^ SKIPPABLE_MAGIC) & 0xfffffff0) === 0;
  if (!isSkippable && magic !== FRAME_MAGIC)
    throw Object.assign(new Error('Unknown frame descriptor'), { code: 'ZSTD_error_prefix_unknown' });
  yield start;
  if (isSkippable) {
    const more = await bytes.upTo(3);
    yield more;
    yield* bytes.pieces(Buffer.concat([start.subarray(4), more, Buffer.alloc(4)]).readUInt32LE(0));
  } else {
    const descriptor = start[4] ?? 0;
    yield* bytes.pieces(headerLength(descriptor));
    yield* blocksIn(bytes);
    if ((descriptor >> 2) & 1) yield* bytes.pieces(CHECKSUM_BYTES);
  }
}

/** Length in bytes of the frame header after the descriptor. */
function headerLength(descriptor: number): number {
  const isSingleSegment = ((descriptor >> 5) & 1) === 1;
  const sizeFlag = descriptor >> 6;
  const contentSize = sizeFlag === 0 && isSingleSegment ? 1 : (CONTENT_SIZE_BYTES[sizeFlag] ?? 0);
  return (isSingleSegment ? 0 : 1) + (DICTIONARY_BYTES[descriptor & 3] ?? 0) + contentSize;
}

async function* blocksIn(bytes: ByteReader): AsyncGenerator<Buffer> {
  for (let isLast = false; !isLast; ) {
    const header = await bytes.upTo(3);
    yield header;
    if (header.length < 3) return;
    const block = header.readUIntLE(0, 3);
    isLast = (block & 1) === 1;
    yield* bytes.pieces(((block >> 1) & 3) === REPEATING ? 1 : block >> 3);
  }
}

/** A queue of chunks from which a given number of bytes is taken. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const step = await this.#chunks.next();
      if (step.done) return true;
      this.#rest = step.value;
    }
    return false;
  }

  /** The next `length` bytes in pieces; fewer at the end of the chunks. */
  async *pieces(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0 && !(await this.isAtEnd()); ) {
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  /** The next `length` bytes in one buffer; fewer at the end of the chunks. */
  async upTo(length: number): Promise<Buffer> {
    return Buffer.concat(await Array.fromAsync(this.pieces(length)));
  }
}
