// Converts the body of a request to the input file of a batch: one row per line, for every format. Memory use is
// bounded by a row and a block. Reading yields to the event loop between turns.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { ApiError, invalidAt } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { cellReader } from '../contract/own-tables.ts';
import type { BatchFormat } from '../contract/resources/batches.ts';
import { ImportError } from '../import/import-error.ts';
import { sniffEncoding, toUtf8 } from '../import/read/encoding.ts';
import { type Format, sniffFormat } from '../import/read/format.ts';
import { readLines, tooLong } from '../import/read/lines.ts';
import type { Row } from '../import/read/row.ts';
import { readTable } from '../import/read/table.ts';
import { isJsonObject } from '../ops/json/json-object.ts';
import { repeatedKeyIn } from '../ops/json/repeated-keys.ts';
import type { Turn } from '../ops/scheduling/turn.ts';

/** Rows that are read before the reader yields. */
const ROWS_AT_ONCE = 100;
const WRITTEN_BYTES = 256 * 1024;
/** Bytes that are read before the reader yields: they may contain no rows. */
const READ_BYTES = 8 * 1024;
const HEAD_BYTES = 32 * 1024;

export interface InputLimits {
  readonly bytesMax: number;
  readonly rowsMax: number;
}

export interface StoredInput {
  readonly rows: number;
  /** Names of the columns in the order of the input; of JSON objects in the order of their first appearance. */
  readonly columns: readonly string[];
  /** SHA-256 of the bytes as sent, hex. */
  readonly hash: string;
}

interface Storing {
  readonly format: BatchFormat;
  readonly file: string;
  readonly limits: InputLimits;
  readonly turn: Pick<Turn, 'pause'>;
}

function reject(message: string): never {
  throw invalidAt('', message);
}

/**
 * Stores all rows durably. INVALID_INPUT without rows or with too many, PAYLOAD_TOO_LARGE above the maximum of bytes.
 */
export async function storeInput(body: AsyncIterable<Buffer>, storing: Storing): Promise<StoredInput> {
  const { file, limits, turn } = storing;
  const hash = createHash('sha256');
  const columns = new Set<string>();
  const readRows = storing.format === 'csv' ? csvRows : jsonRows;
  const lines = readRows(bounded(body, limits.bytesMax, hash), columns, turn);
  const rows = await storeLines(lines, { file, limits, turn });
  return { rows, columns: [...columns], hash: hash.digest('hex') };
}

/** Stores JSON values, one per line, durably, and returns their number. INVALID_INPUT without any, or with too many. */
export async function storeLines(
  lines: AsyncIterable<string>,
  { file, limits, turn }: Omit<Storing, 'format'>,
): Promise<number> {
  const handle = await open(file, 'w');
  try {
    let count = 0;
    let pending: string[] = [];
    let pendingLength = 0;
    const write = async () => {
      const text = pending.join('');
      pending = [];
      pendingLength = 0;
      await handle.appendFile(text);
    };
    for await (const line of lines) {
      count += 1;
      if (count > limits.rowsMax) reject(`the input has more than ${limits.rowsMax} rows; send several batches`);
      pending.push(line, '\n');
      pendingLength += line.length;
      if (pendingLength > WRITTEN_BYTES) await write();
      if (count % ROWS_AT_ONCE === 0) await turn.pause();
    }
    if (count === 0) reject('the input has no rows; send at least one');
    await write();
    await handle.sync();
    return count;
  } finally {
    await handle.close();
  }
}

async function* bounded(
  body: AsyncIterable<Buffer>,
  bytesMax: number,
  hash: { update(bytes: Buffer): unknown },
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    if (bytes === 0 && COMPRESSED.some((magic) => chunk.subarray(0, magic.length).equals(magic)))
      reject('the body is compressed; send the rows uncompressed');
    bytes += chunk.length;
    if (bytes > bytesMax)
      throw new ApiError('PAYLOAD_TOO_LARGE', `the input is larger than ${bytesMax} bytes; send several batches`, {
        headers: { connection: 'close' },
      });
    hash.update(chunk);
    yield chunk;
  }
}

/** The same bytes in pieces; the reader yields after each piece. */
async function* inPieces(chunks: AsyncIterable<Buffer>, turn: Storing['turn']): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += READ_BYTES) {
      await turn.pause();
      yield chunk.subarray(at, at + READ_BYTES);
    }
  }
}

/** First bytes of gzip and of zstd. */
const COMPRESSED = [Buffer.from('1f8b', 'hex'), Buffer.from('28b52ffd', 'hex')];

/** The stored form of a row that cannot be read: its fault and its text. */
export const unreadable = (fault: string, text: string) => JSON.stringify(`${fault}\n${text.slice(0, 1000)}`);

export const TOO_LONG = tooLong(LIMITS.batchRowBytesMax);

async function* jsonRows(
  chunks: AsyncIterable<Buffer>,
  columns: Set<string>,
  turn: Storing['turn'],
): AsyncGenerator<string> {
  for await (const lines of readLines(inPieces(chunks, turn), Buffer.alloc(0), LIMITS.batchRowBytesMax)) {
    for (const { text, fault } of lines) {
      const line = text.trim();
      if (line !== '') yield fault === null ? jsonRow(line, columns) : unreadable(fault, line);
    }
  }
}

export function jsonRow(line: string, columns: Set<string>): string {
  if (line.length > LIMITS.batchRowBytesMax) return unreadable(TOO_LONG, line);
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    return unreadable('no valid JSON', line);
  }
  if (!isJsonObject(row)) return unreadable('no JSON object', line);
  const repeated = repeatedKeyIn(line, row);
  if (repeated !== null) return unreadable(`the key "${repeated.key.slice(0, 100)}" occurs more than once`, line);
  for (const name in row) noteColumn(name, columns);
  return line;
}

function noteColumn(name: string, columns: Set<string>): void {
  columns.add(name);
  if (columns.size > LIMITS.batchColumnsMax)
    reject(`the rows have more than ${LIMITS.batchColumnsMax} different columns`);
}

async function* csvRows(
  chunks: AsyncIterable<Buffer>,
  columns: Set<string>,
  turn: Storing['turn'],
): AsyncGenerator<string> {
  const { head, all } = await withHead(chunks);
  const encoding = sniffEncoding({ bytes: head.bytes, isWhole: head.isWhole }).encoding;
  const [text] = await Array.fromAsync(toUtf8(once(head.bytes), encoding));
  await turn.pause();
  const start = text ?? Buffer.alloc(0);
  const shape = tableShape(start);
  if (shape.kind !== 'table' || shape.isHeaderless) reject('the body must be CSV whose first line names the columns');
  let isHeader = true;
  let originalOf = cellReader([]);
  const bytesMax = LIMITS.batchRowBytesMax;
  const readOptions = { bytesMax, pause: () => turn.pause() };
  const rows = readTable(readLines(toUtf8(inPieces(all, turn), encoding), start, bytesMax), shape, readOptions);
  for await (const { cells, fault, text: line } of rows) {
    if (isHeader) {
      isHeader = false;
      originalOf = noteHeader({ cells, fault }, columns);
    } else if (cells === null || fault !== null) yield unreadable(fault ?? 'no cells', line);
    else if (line.length > LIMITS.batchRowBytesMax) yield unreadable(TOO_LONG, line);
    else yield JSON.stringify(originalOf(cells));
  }
}

function tableShape(head: Buffer): Format {
  try {
    return sniffFormat('input.csv', head);
  } catch (error) {
    if (error instanceof ImportError) reject(`the body is no CSV: ${error.stop.problem}`);
    throw error;
  }
}

/** Rejects a header that cannot be read; returns the reader of the cells below it. */
export function noteHeader(
  { cells, fault }: Pick<Row, 'cells' | 'fault'>,
  columns: Set<string>,
): ReturnType<typeof cellReader> {
  if (cells === null) reject(`the line that names the columns cannot be read: ${fault ?? 'it has no cells'}`);
  const originalOf = cellReader(cells);
  for (const [index, name] of originalOf(cells).entries()) noteColumn(uniqueName(name, index, columns), columns);
  return originalOf;
}

/** A column without a name, or with the name of another column, is named by its position. */
function uniqueName(name: string, index: number, columns: ReadonlySet<string>): string {
  let unique = name.trim() || `column_${index + 1}`;
  while (columns.has(unique)) unique += `_${index + 1}`;
  return unique;
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function withHead(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]();
  const parts: Buffer[] = [];
  let length = 0;
  let isWhole = false;
  while (length < HEAD_BYTES && !isWhole) {
    const next = await iterator.next();
    if (next.done) isWhole = true;
    else {
      parts.push(next.value);
      length += next.value.length;
    }
  }
  const bytes = Buffer.concat(parts);
  async function* all(): AsyncGenerator<Buffer> {
    if (bytes.length > 0) yield bytes;
    if (isWhole) return;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return { head: { bytes, isWhole }, all: all() };
}
