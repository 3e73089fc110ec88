// Opens the bytes of an input: a file or standard input, decompressed and converted to UTF-8; Parquet becomes JSON
// Lines, and a sheet of a workbook becomes CSV. format.ts interprets the bytes.
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fileFault } from '../../ops/files/file-fault.ts';
import { openToRead } from '../../ops/files/named-file.ts';
import { ImportError } from '../import-error.ts';
import { sniffEncoding, toUtf8, UTF8 } from './encoding.ts';
import { foreignBySignature, isNamedWorkbook, rejectForeign } from './foreign-format.ts';
import { isParquet, readParquet } from './parquet/parquet-thread.ts';
import { MAGIC_BYTES, packingOf, unpack } from './unpack.ts';
import { NoSuchSheet, type OpenedSheet, openSheet } from './workbook/xlsx.ts';

/** Start of an input from which encoding, format and mapping are guessed, in bytes after decompression. */
const HEAD_BYTES = 1024 * 1024;
const CHUNK_BYTES = 512 * 1024;
/** Number of rows in the head of a Parquet file, whose rows cannot be decompressed byte by byte. */
const PARQUET_HEAD_ROWS = 10_000;
/** JSON Lines without rows are an empty file, such as an export without people. Any other empty file is incomplete. */
const MAY_BE_EMPTY = /\.(?:jsonl|ndjson)$/i;
/** First bytes by which archives are distinguished. */
const SIGNATURE_BYTES = 4096;

export interface Source {
  /** As the caller gave it; `-` is standard input. */
  readonly path: string;
  /** Bytes on disk (compressed if the file is); null for inputs that can be read once only: standard input, a pipe. */
  readonly size: number | null;
  /** The original encoding, by its name in the Encoding Standard. */
  readonly encoding: string;
  /** Whether some letters do not fit the detected encoding. Default: false. */
  readonly isEncodingDoubtful?: boolean;
  /** Set if the bytes are converted from another format: `Parquet`, `sheet "People"`. */
  readonly container: string | null;
  /** The name of the sheet if it is a workbook. */
  readonly sheet: string | null;
  /** The names of the other visible sheets of a workbook. */
  readonly otherSheets: readonly string[];
  /** The first bytes, decompressed, as UTF-8 without a byte order mark. */
  readonly head: Buffer;
  /** Whether the head is the whole input. Default: false. */
  readonly isHeadAll?: boolean;
  /** All bytes, decompressed, as UTF-8 without a byte order mark. */
  bytes(): AsyncGenerator<Buffer>;
  /** Bytes consumed by the current read, before decompression. */
  consumed(): number;
}

/**
 * Opens an input and reads its head. The encoding is detected unless it is given. Throws ImportError if the input is
 * missing, empty or a folder.
 */
export async function openSource(
  path: string,
  encoding: string | null = null,
  sheet: string | null = null,
): Promise<Source> {
  if (path === '-') return openStream(path, process.stdin, encoding);
  const size = await sizeOfFile(path);
  if (size !== null) return openFile({ path, size, encoding, sheet });
  const pipe = await openToRead(path).catch((cause: unknown) => {
    throw readFault(path, null, cause);
  });
  return openStream(path, pipe.createReadStream(), encoding);
}

interface FileToOpen {
  readonly path: string;
  readonly size: number;
  readonly encoding: string | null;
  /** The sheet of a workbook, by name or number; null for the first visible sheet. */
  readonly sheet: string | null;
}

async function openFile({ path, size, encoding, sheet }: FileToOpen): Promise<Source> {
  const start = await startOfFile(path);
  if (isParquet(start)) return openParquet(path, size);
  const opened = await sheetOf(path, start, sheet);
  if (opened !== null) return openWorkbook({ path, size, start, isNamed: sheet !== null }, opened);
  const packing = packingOf(start);
  let consumed = 0;
  const plain = async function* () {
    const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
    try {
      for await (const chunk of unpack(file, packing)) {
        consumed = file.bytesRead;
        yield chunk;
      }
    } finally {
      file.destroy();
    }
  };
  const walk = plain();
  const ahead = await readAhead(walk);
  await walk.return(undefined);
  const head = await headOf(path, ahead, encoding);
  return {
    path,
    size,
    ...head,
    ...PLAIN,
    bytes: () => toUtf8(plain(), head.encoding),
    consumed: () => consumed,
  };
}

const PLAIN = { container: null, sheet: null, otherSheets: [] };

/**
 * The sheet of a workbook; null for any other file. Throws ImportError for a damaged archive, with its format if it is
 * not a workbook.
 */
async function sheetOf(path: string, start: Buffer, wanted: string | null): Promise<OpenedSheet | null> {
  try {
    return await openSheet(path, start, wanted);
  } catch (cause) {
    if (cause instanceof NoSuchSheet) {
      const remedy = 'Name one of them with --sheet; nothing was imported.';
      throw new ImportError({ file: path, line: null, problem: cause.message, remedy, cause });
    }
    const foreign = foreignBySignature(await startOfFile(path, SIGNATURE_BYTES));
    if (foreign !== null && !foreign.isWorkbook && !(foreign.isArchive && isNamedWorkbook(path)))
      rejectForeign(path, foreign);
    const problem = `it is an Excel workbook that cannot be read (${(cause as Error).message})`;
    const remedy = 'Open it in a spreadsheet program and save it again, or as CSV (UTF-8); nothing was imported.';
    throw new ImportError({ file: path, line: null, problem, remedy, isForeign: true, cause });
  }
}

interface WorkbookToOpen {
  readonly path: string;
  readonly size: number;
  readonly start: Buffer;
  /** Whether the caller named the sheet. If not, an empty sheet is replaced by the next one that has rows. */
  readonly isNamed: boolean;
}

async function openWorkbook(workbook: WorkbookToOpen, opened: OpenedSheet): Promise<Source> {
  const { path, size, start, isNamed } = workbook;
  let consumed = 0;
  const bytes = async function* () {
    for await (const { lines, share } of opened.rows()) {
      consumed = Math.round(size * share);
      yield lines;
    }
  };
  const walk = bytes();
  const ahead = await readAhead(walk);
  await walk.return(undefined);
  const next = opened.sheets[opened.sheets.indexOf(opened.sheet) + 1];
  if (ahead.chunks.length === 0 && ahead.failure === null && !isNamed && next !== undefined) {
    const following = await sheetOf(path, start, next);
    if (following !== null) return openWorkbook(workbook, following);
  }
  const head = await headOf(path, ahead, UTF8);
  const otherSheets = opened.sheets.filter((name) => name !== opened.sheet);
  const others = otherSheets.length === 0 ? '' : ` (others, by --sheet: ${quotedNames(otherSheets)})`;
  const container = `sheet "${opened.sheet}"${others}`;
  return { path, size, ...head, container, sheet: opened.sheet, otherSheets, bytes, consumed: () => consumed };
}

/** Quoted names, separated by commas: `"People", "Jobs"`. */
export const quotedNames = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

async function openParquet(path: string, size: number): Promise<Source> {
  let consumed = 0;
  const bytes = async function* (rowsMax?: number) {
    for await (const { lines, share } of readParquet(path, rowsMax)) {
      consumed = Math.round(size * share);
      yield lines;
    }
  };
  const walk = bytes(PARQUET_HEAD_ROWS);
  const ahead = await readAhead(walk);
  await walk.return(undefined);
  const head = await headOf(path, ahead, UTF8);
  return {
    path,
    size,
    ...head,
    ...PLAIN,
    container: 'Parquet',
    bytes: () => bytes(),
    consumed: () => consumed,
  };
}

/** Converts a stream to a source. The head is read ahead and returned again at the start of the only read. */
export async function openStream(path: string, stream: Readable, encoding: string | null = null): Promise<Source> {
  let consumed = 0;
  const packed = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await filledChunk(packed, MAGIC_BYTES);
  const all = (async function* () {
    consumed += first.length;
    yield first;
    for (let step = await packed.next(); !step.done; step = await packed.next()) {
      consumed += step.value.length;
      yield step.value;
    }
  })();
  const packing = packingOf(first);
  const walk = unpack(all, packing);
  const ahead = await readAhead(walk);
  const head = await headOf(path, ahead, encoding);
  const plain = async function* () {
    yield* ahead.chunks;
    // After a failed read, the stream would not fail again.
    if (ahead.failure !== null) throw ahead.failure;
    yield* walk;
  };
  return {
    path,
    size: null,
    ...head,
    ...PLAIN,
    bytes: () => toUtf8(plain(), head.encoding),
    consumed: () => consumed,
  };
}

/** A first chunk of at least `length` bytes, shorter only at the end of the input. */
async function filledChunk(chunks: AsyncIterator<Buffer>, length: number): Promise<Buffer> {
  let first: Buffer = Buffer.alloc(0);
  while (first.length < length) {
    const step = await chunks.next();
    if (step.done) break;
    first = Buffer.concat([first, step.value]);
  }
  return first;
}

interface ReadAhead {
  readonly chunks: readonly Buffer[];
  /** The failure that ended reading before the head was full; null if there was none. */
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

/** The read reports a failure after the first bytes, because it knows the line. */
async function headOf(path: string, { chunks, failure }: ReadAhead, given: string | null) {
  const bytes = Buffer.concat(chunks).subarray(0, HEAD_BYTES);
  if (bytes.length === 0 && failure !== null) throw readFault(path, 1, failure);
  rejectForeign(path, foreignBySignature(bytes));
  const isHeadAll = bytes.length < HEAD_BYTES;
  const { encoding, isDoubtful: isEncodingDoubtful } =
    given === null ? sniffEncoding({ bytes, isWhole: isHeadAll }) : { encoding: given, isDoubtful: false };
  const parts: Buffer[] = [];
  for await (const part of toUtf8(Readable.from([bytes]), encoding)) parts.push(part);
  const head = Buffer.concat(parts);
  if (head.length > 0 || MAY_BE_EMPTY.test(path)) return { encoding, isEncodingDoubtful, head, isHeadAll };
  throw new ImportError({
    file: path,
    line: null,
    problem: 'it is empty',
    remedy: 'Check its source; nothing was imported.',
    isForeign: true,
  });
}

/** The size of a regular file; null for anything else, such as a pipe, which can be read only once. */
async function sizeOfFile(path: string): Promise<number | null> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new Error('it is a folder');
    return found.isFile() ? found.size : null;
  } catch (cause) {
    throw readFault(path, null, cause);
  }
}

async function startOfFile(path: string, length = MAGIC_BYTES): Promise<Buffer> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } catch (cause) {
    throw readFault(path, null, cause);
  }
}

const BROKEN = [
  'the compressed data is damaged here',
  'Fetch or compress the file again and repeat the command.',
] as const;
const PROBLEMS: Readonly<Record<string, readonly [problem: string, remedy: string]>> = {
  ENOENT: ['there is no such file', 'Check the path.'],
  EACCES: ['no permission to read it', 'Give this user the right to read it.'],
  Z_DATA_ERROR: BROKEN,
  Z_BUF_ERROR: ['the compressed data ends too early', 'Fetch or compress the whole file again and repeat the command.'],
};

/** The message and remedy of a failed read. */
export function readFault(path: string, line: number | null, cause: unknown): ImportError {
  if (cause instanceof ImportError) return cause;
  const code = (cause as NodeJS.ErrnoException).code ?? '';
  const fault = fileFault(cause);
  const known = code.startsWith('ZSTD_') ? BROKEN : (PROBLEMS[code] ?? (fault && [fault.problem, fault.remedy]));
  const [problem, remedy] = known ?? [
    `it cannot be read (${(cause as Error).message})`,
    'Check the file and repeat the command.',
  ];
  return new ImportError({ file: path, line, problem, remedy, cause });
}
