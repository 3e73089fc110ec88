// Converts the rows of a Parquet file to JSON Lines, so that all later steps read them like any other input. One row
// group is in memory at a time; if the file has a page index, only some of its pages.
import { open } from 'node:fs/promises';
import { type AsyncBuffer, type Compressors, type FileMetaData, parquetScan } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

/** Rows in memory at a time if the file has a page index. */
const WINDOW_ROWS = 65_536;
const CHUNK_ROWS = 1000;
const DAY_MS = 86_400_000;
/** Maximum size that a page may declare: a memory bound far above the defaults of all writers. */
const PAGE_BYTES_MAX = 256 * 1024 * 1024;
const READ_BYTES_MAX = 1024 * 1024 * 1024;
const CELLS_HELD_MAX = 64_000_000;
const COLUMNS_MAX = 10_000;
const SMALLER_GROUPS = 'write it with row groups of at most 100,000 rows';

export interface ParquetChunk {
  /** Whole lines: one object per line, with the columns as keys. */
  readonly lines: Buffer;
  /** Share of the file's rows that have been returned up to and including this chunk, up to 1. */
  readonly share: number;
}

/** All rows in order, or the first `rowsMax` of them. Throws if the file is broken or has unsupported content. */
export async function* parquetRows(path: string, rowsMax = Number.POSITIVE_INFINITY): AsyncGenerator<ParquetChunk> {
  const opened = await open(path);
  try {
    const { size } = await opened.stat();
    yield* rowsIn({ byteLength: size, slice: (start, end = size) => bytesIn(opened, start, end) }, rowsMax);
  } finally {
    await opened.close();
  }
}

/** Never allocates more than the size of the file: the lengths in its footer may be wrong. */
async function bytesIn(file: Awaited<ReturnType<typeof open>>, start: number, end: number): Promise<ArrayBuffer> {
  const { size } = await file.stat();
  if (start < 0 || end < start || end > size)
    throw new Error(`it refers to bytes ${start} to ${end}, but has only ${size}`);
  if (end - start > READ_BYTES_MAX) throw new Error(`it has a column of ${end - start} bytes: ${SMALLER_GROUPS}`);
  const bytes = new Uint8Array(end - start);
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, start + done);
    if (bytesRead === 0) throw new Error('it ends too early');
    done += bytesRead;
  }
  return bytes.buffer;
}

const BOUNDED: Compressors = Object.fromEntries(
  Object.entries(compressors).map(([codec, unpack]) => [
    codec,
    (input: Uint8Array, length: number) => {
      if (length > PAGE_BYTES_MAX) throw new Error(`it has a page of ${length} bytes: write smaller pages`);
      return unpack(input, length);
    },
  ]),
);

function checkClaims({ schema, row_groups: groups }: FileMetaData, columns: readonly string[]): void {
  if (schema.length > COLUMNS_MAX) throw new Error(`it has ${schema.length} columns; at most ${COLUMNS_MAX} are read`);
  for (const { num_rows: rows, columns: chunks } of groups) {
    const values = chunks.map(({ meta_data: meta }) => Number(meta?.num_values ?? 0));
    const cells = Math.max(Number(rows) * columns.length, ...values);
    if (Number(rows) < 0 || !(cells <= CELLS_HELD_MAX))
      throw new Error(`it has a group of ${rows} rows and ${columns.length} columns: ${SMALLER_GROUPS}`);
  }
}

async function* rowsIn(file: AsyncBuffer, rowsMax: number): AsyncGenerator<ParquetChunk> {
  const { metadata, ranges, readColumn } = await parquetScan({
    file,
    compressors: BOUNDED,
    parsers: { dateFromDays },
  });
  const columns = columnNames(metadata.schema);
  checkClaims(metadata, columns);
  const isPaged = metadata.row_groups.every((group) => group.columns.every(({ offset_index_offset: at }) => at));
  const rowsTotal = ranges.at(-1)?.rowEnd ?? 0;
  for (const { rowStart: groupStart, rowEnd: groupEnd } of ranges) {
    if (groupStart >= rowsMax) return;
    const range = { rowStart: groupStart, rowEnd: Math.min(groupEnd, rowsMax) };
    const step = isPaged ? WINDOW_ROWS : range.rowEnd - range.rowStart;
    for (let rowStart = range.rowStart; rowStart < range.rowEnd; rowStart += step) {
      const window = { rowStart, rowEnd: Math.min(rowStart + step, range.rowEnd) };
      const values = await Promise.all(columns.map((column) => readColumn({ column, ...window })));
      for (let row = rowStart; row < window.rowEnd; row += CHUNK_ROWS) {
        const end = Math.min(row + CHUNK_ROWS, window.rowEnd);
        const lines = linesOf({ columns, values, from: row - rowStart, to: end - rowStart });
        yield { lines, share: end / rowsTotal };
      }
    }
  }
}

/** The schema is a tree in depth-first order. The columns are the children of its root. */
function columnNames(schema: readonly { readonly name: string; readonly num_children?: number }[]): string[] {
  const names: string[] = [];
  for (let at = 1; at < schema.length; at = behind(schema, at)) names.push(schema[at]?.name ?? '');
  return names;
}

function behind(schema: readonly { readonly num_children?: number }[], at: number): number {
  let next = at + 1;
  for (let child = schema[at]?.num_children ?? 0; child > 0 && next < schema.length; child--)
    next = behind(schema, next);
  return next;
}

interface Rows {
  readonly columns: readonly string[];
  /** The values of each column in the window. */
  readonly values: readonly ArrayLike<unknown>[];
  readonly from: number;
  readonly to: number;
}

function linesOf({ columns, values, from, to }: Rows): Buffer {
  let lines = '';
  for (let row = from; row < to; row++) {
    const entries = columns.map((column, index) => [column, values[index]?.[row]] as const);
    lines += `${JSON.stringify(Object.fromEntries(entries), jsonValue)}\n`;
  }
  return Buffer.from(lines);
}

/** Converts values that JSON cannot represent: large numbers become texts, bytes become null. */
function jsonValue(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return null;
  return ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<unknown>) : value;
}

/** A date as text, without the time that a Date would add. */
function dateFromDays(days: number): unknown {
  return new Date(days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
