// Where the bytes of an input come from: a file or standard input, gzip unpacked. What the bytes mean is format.ts.
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ImportError } from '../import-error.ts';

/** The start of an input that formats and mappings are guessed from, in bytes after unpacking. */
const HEAD_BYTES = 256 * 1024;
const CHUNK_BYTES = 512 * 1024;
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
const UTF16_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export interface Source {
  /** As the caller gave it; `-` is standard input. */
  readonly path: string;
  /** Bytes on disk (packed where it is gzip); null for what can be read once only: standard input, a pipe. */
  readonly size: number | null;
  /** The first bytes, unpacked and without a byte order mark. */
  readonly head: Buffer;
  /** All bytes, unpacked and without a byte order mark. */
  bytes(): AsyncGenerator<Buffer>;
  /** Bytes consumed by the walk under way, before unpacking. */
  consumed(): number;
}

/** Opens an input and reads its head. Throws ImportError where it is missing, empty, a folder, or not UTF-8 by its mark. */
export async function openSource(path: string): Promise<Source> {
  if (path === '-') return openStream(path, process.stdin);
  const size = await sizeOfFile(path);
  return size === null ? openStream(path, createReadStream(path)) : openFile(path, size);
}

async function openFile(path: string, size: number): Promise<Source> {
  const isGzip = await startsWithGzipMagic(path);
  let consumed = 0;
  const bytes = async function* () {
    const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
    const unpacked = isGzip ? unpack(file) : file;
    try {
      for await (const chunk of withoutMark(unpacked)) {
        consumed = file.bytesRead;
        yield chunk;
      }
    } finally {
      file.destroy();
    }
  };
  const walk = bytes();
  const { chunks, failure } = await readAhead(walk);
  await walk.return(undefined);
  return { path, size, head: headOf(path, chunks, failure), bytes, consumed: () => consumed };
}

/** A stream as a source: its head is read ahead and given again at the start of the one walk. */
export async function openStream(path: string, stream: Readable): Promise<Source> {
  let consumed = 0;
  const packed = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await filledChunk(packed, GZIP_MAGIC.length);
  const all = (async function* () {
    consumed += first.length;
    yield first;
    for (let step = await packed.next(); !step.done; step = await packed.next()) {
      consumed += step.value.length;
      yield step.value;
    }
  })();
  const isGzip = first.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC);
  const walk = withoutMark(isGzip ? unpack(Readable.from(all)) : all);
  const { chunks, failure } = await readAhead(walk);
  const bytes = async function* () {
    yield* chunks;
    // A walk that has failed is over: it would not fail again.
    if (failure !== null) throw failure;
    yield* walk;
  };
  return { path, size: null, head: headOf(path, chunks, failure), bytes, consumed: () => consumed };
}

/** A first chunk of at least `length` bytes, shorter only where the input ends. */
async function filledChunk(chunks: AsyncIterator<Buffer>, length: number): Promise<Buffer> {
  let first: Buffer = Buffer.alloc(0);
  while (first.length < length) {
    const step = await chunks.next();
    if (step.done) break;
    first = Buffer.concat([first, step.value]);
  }
  return first;
}

function unpack(packed: Readable): Readable {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // The error reaches the reader through `gunzip`; the callback only keeps it from being thrown as well.
  pipeline(packed, gunzip, () => {});
  return gunzip;
}

async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (start === null) {
      yield chunk;
      continue;
    }
    start = start.length === 0 ? chunk : Buffer.concat([start, chunk]);
    if (start.length < UTF8_MARK.length) continue;
    yield cutMark(start);
    start = null;
  }
  if (start !== null && start.length > 0) yield cutMark(start);
}

function cutMark(start: Buffer): Buffer {
  return start.subarray(0, UTF8_MARK.length).equals(UTF8_MARK) ? start.subarray(UTF8_MARK.length) : start;
}

interface ReadAhead {
  readonly chunks: readonly Buffer[];
  /** Why reading ended before the head was full; null where nothing failed. */
  readonly failure: Error | null;
}

async function readAhead(walk: AsyncGenerator<Buffer>): Promise<ReadAhead> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    while (length < HEAD_BYTES) {
      const step = await walk.next();
      if (step.done) break;
      chunks.push(step.value);
      length += step.value.length;
    }
  } catch (cause) {
    return { chunks, failure: cause as Error };
  }
  return { chunks, failure: null };
}

/** A failure behind the first bytes is left to the walk, which tells its line. */
function headOf(path: string, chunks: readonly Buffer[], failure: Error | null): Buffer {
  const head = Buffer.concat(chunks).subarray(0, HEAD_BYTES);
  if (head.length === 0 && failure !== null) throw readFault(path, 1, failure);
  refuseUnreadable(path, head);
  return head;
}

function refuseUnreadable(path: string, head: Buffer): void {
  if (head.length === 0) {
    throw new ImportError({
      file: path,
      line: null,
      problem: 'it is empty',
      remedy: 'Check where it comes from; nothing was imported.',
    });
  }
  if (UTF16_MARKS.some((mark) => head.subarray(0, 2).equals(mark))) {
    throw new ImportError({
      file: path,
      line: null,
      problem: 'it is UTF-16',
      remedy: 'Save it as UTF-8 and import again; nothing was imported.',
    });
  }
}

/** Null for what is no regular file, such as a pipe: to look into it is to consume it. */
async function sizeOfFile(path: string): Promise<number | null> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new Error('it is a folder');
    return found.isFile() ? found.size : null;
  } catch (cause) {
    throw readFault(path, null, cause);
  }
}

async function startsWithGzipMagic(path: string): Promise<boolean> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.subarray(0, bytesRead).equals(GZIP_MAGIC);
  } catch (cause) {
    throw readFault(path, null, cause);
  }
}

const PROBLEMS: Readonly<Record<string, readonly [problem: string, remedy: string]>> = {
  ENOENT: ['there is no such file', 'Check the path.'],
  EACCES: ['it may not be read', 'Give this user the right to read it.'],
  Z_DATA_ERROR: [
    'the gzip data is broken here',
    'Fetch or pack the file again and repeat the command; the rows before are kept.',
  ],
  Z_BUF_ERROR: [
    'the gzip data ends too early',
    'Fetch or pack the whole file again and repeat the command; the rows before are kept.',
  ],
};

/** What a failed read means, in words. */
export function readFault(path: string, line: number | null, cause: unknown): ImportError {
  if (cause instanceof ImportError) return cause;
  const code = (cause as NodeJS.ErrnoException).code ?? '';
  const [problem, remedy] = PROBLEMS[code] ?? [
    `it cannot be read (${(cause as Error).message})`,
    'Check the file and repeat the command; the rows before are kept.',
  ];
  return new ImportError({ file: path, line, problem, remedy, cause });
}
