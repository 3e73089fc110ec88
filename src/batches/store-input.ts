// The body of a request -> the input file of a batch: one row per line, whatever its format. Memory is bounded by a row
// and a block; the time of the event loop is shared by turns.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { BatchFormat } from '../contract/batches.ts';
import { ApiError, invalidInput } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { ImportError } from '../import/import-error.ts';
import { sniffEncoding, toUtf8 } from '../import/read/encoding.ts';
import { type Format, sniffFormat } from '../import/read/format.ts';
import { readLines } from '../import/read/lines.ts';
import { readTable } from '../import/read/table.ts';
import type { Turn } from '../ops/fair-scheduler.ts';

/** Rows that are read between two pauses. */
const ROWS_AT_ONCE = 100;
const WRITTEN_BYTES = 256 * 1024;
const HEAD_BYTES = 64 * 1024;

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

function refuse(message: string): never {
  throw invalidInput([{ path: '', message, suggestion: null }]);
}

/**
 * Stores all rows durably. INVALID_INPUT without rows or with too many, PAYLOAD_TOO_LARGE above the maximum of bytes.
 */
export async function storeInput(body: AsyncIterable<Buffer>, storing: Storing): Promise<StoredInput> {
  const { file, limits, turn } = storing;
  const hash = createHash('sha256');
  const columns = new Set<string>();
  const readRows = storing.format === 'csv' ? csvRows : jsonRows;
  const lines = readRows(bounded(body, limits.bytesMax, hash), columns);
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
      if (count > limits.rowsMax) refuse(`the input has more than ${limits.rowsMax} rows; send several batches`);
      pending.push(line, '\n');
      pendingLength += line.length;
      if (pendingLength > WRITTEN_BYTES) await write();
      if (count % ROWS_AT_ONCE === 0) await turn.pause();
    }
    if (count === 0) refuse('the input has no rows; send at least one');
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
    bytes += chunk.length;
    if (bytes > bytesMax)
      throw new ApiError('PAYLOAD_TOO_LARGE', `the input is larger than ${bytesMax} bytes; send several batches`, {
        headers: { connection: 'close' },
      });
    hash.update(chunk);
    yield chunk;
  }
}

/** The stored form of a row that cannot be read: its fault and its text. */
export const unreadable = (fault: string, text: string) => JSON.stringify(`${fault}\n${text.slice(0, 1000)}`);

export const TOO_LONG = `longer than ${LIMITS.batchRowBytesMax} bytes`;

async function* jsonRows(chunks: AsyncIterable<Buffer>, columns: Set<string>): AsyncGenerator<string> {
  for await (const lines of readLines(chunks, Buffer.alloc(0))) {
    for (const { text, fault } of lines) {
      const line = text.trim();
      if (line !== '') yield fault === null ? jsonRow(line, columns) : unreadable(fault, line);
    }
  }
}

export function jsonRow(line: string, columns: Set<string>): string {
  if (line.length > LIMITS.batchRowBytesMax) return unreadable(TOO_LONG, line);
  try {
    const row = JSON.parse(line) as unknown;
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return unreadable('no JSON object', line);
    for (const name in row) noteColumn(name, columns);
    return line;
  } catch {
    return unreadable('no valid JSON', line);
  }
}

export function noteColumn(name: string, columns: Set<string>): void {
  columns.add(name);
  if (columns.size > LIMITS.batchColumnsMax)
    refuse(`the rows have more than ${LIMITS.batchColumnsMax} different columns`);
}

async function* csvRows(chunks: AsyncIterable<Buffer>, columns: Set<string>): AsyncGenerator<string> {
  const { head, all } = await withHead(chunks);
  const encoding = sniffEncoding({ bytes: head.bytes, isWhole: head.isWhole });
  const [text] = await Array.fromAsync(toUtf8(once(head.bytes), encoding));
  const shape = tableShape(text ?? Buffer.alloc(0));
  if (shape.kind !== 'table' || shape.isHeaderless) refuse('the body must be CSV whose first line names the columns');
  let isHeader = true;
  for await (const { cells, fault, text: line } of readTable(readLines(toUtf8(all, encoding), head.bytes), shape)) {
    if (isHeader) {
      isHeader = false;
      for (const [index, name] of (cells ?? []).entries()) noteColumn(uniqueName(name, index, columns), columns);
    } else if (cells === null || fault !== null) yield unreadable(fault ?? 'no cells', line);
    else if (line.length > LIMITS.batchRowBytesMax) yield unreadable(TOO_LONG, line);
    else yield JSON.stringify(cells);
  }
}

function tableShape(head: Buffer): Format {
  try {
    return sniffFormat('input.csv', head);
  } catch (error) {
    if (error instanceof ImportError) refuse(`the body is no CSV: ${error.stop.problem}`);
    throw error;
  }
}

/** A column without a name, or with one that another column has, is named by its place. */
export function uniqueName(name: string, index: number, columns: ReadonlySet<string>): string {
  const trimmed = name.trim();
  return trimmed === '' || columns.has(trimmed) ? `${trimmed || 'column'}_${index + 1}` : trimmed;
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
