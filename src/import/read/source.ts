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
  /** Bytes on disk (packed where it is gzip); null for standard input. */
  readonly size: number | null;
  readonly isGzip: boolean;
  /** The first bytes, unpacked and without a byte order mark. */
  readonly head: Buffer;
  /** All bytes, unpacked and without a byte order mark. Standard input can be walked once. */
  bytes(): AsyncGenerator<Buffer>;
  /** Bytes on disk consumed by the walk under way. */
  consumed(): number;
}

/** Opens an input and reads its head. Throws ImportError where it is missing, empty, not a file, or not UTF-8 by its mark. */
export async function openSource(path: string): Promise<Source> {
  return path === '-' ? openStandardInput(process.stdin) : openFile(path);
}

async function openFile(path: string): Promise<Source> {
  const size = await fileSize(path);
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
  const head = await readHead(path, bytes());
  return { path, size, isGzip, head, bytes, consumed: () => consumed };
}

/** Standard input as a source: its head is read ahead and given again at the start of the walk. */
export async function openStandardInput(input: Readable): Promise<Source> {
  let consumed = 0;
  const chunks = input[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await filledChunk(chunks, GZIP_MAGIC.length);
  const isGzip = first.subarray(0, 2).equals(GZIP_MAGIC);
  const all = (async function* () {
    consumed += first.length;
    yield first;
    for (let step = await chunks.next(); !step.done; step = await chunks.next()) {
      consumed += step.value.length;
      yield step.value;
    }
  })();
  const unpacked = withoutMark(isGzip ? unpack(Readable.from(all)) : all);
  const readAhead: Buffer[] = [];
  const head = await readHead('-', unpacked, readAhead);
  const bytes = async function* () {
    yield* readAhead.splice(0);
    yield* { [Symbol.asyncIterator]: () => unpacked };
  };
  return { path: '-', size: null, isGzip, head, bytes, consumed: () => consumed };
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

/** Reads on until the head is full; without `readAhead` the walk is ended, with it the chunks are kept for the caller. */
async function readHead(path: string, chunks: AsyncGenerator<Buffer>, readAhead: Buffer[] = []): Promise<Buffer> {
  const isOneWalk = path === '-';
  let length = 0;
  try {
    while (length < HEAD_BYTES) {
      const step = await chunks.next();
      if (step.done) break;
      readAhead.push(step.value);
      length += step.value.length;
    }
    if (!isOneWalk) await chunks.return(undefined);
  } catch (cause) {
    if (length === 0) throw readFault(path, 1, cause);
  }
  const head = Buffer.concat(readAhead).subarray(0, HEAD_BYTES);
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

async function fileSize(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new Error('it is a folder');
    return found.size;
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
