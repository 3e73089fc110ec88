// The rows of a Parquet file as JSON Lines, so that all that follows reads them like any other. One row group is held at a time, of
// files with a page index only some pages of it.
import { asyncBufferFromFile, parquetScan } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

const MAGIC = 'PAR1';
/** Rows that are held at a time where the file says on which pages they are. */
const WINDOW_ROWS = 65_536;
const CHUNK_ROWS = 1000;
const DAY_MS = 86_400_000;

export function isParquet(start: Buffer): boolean {
  return start.toString('latin1', 0, MAGIC.length) === MAGIC;
}

export interface ParquetChunk {
  /** Whole lines: one object a line, its keys the columns. */
  readonly lines: Buffer;
  /** Share of the file's rows that have been given with this chunk, up to 1. */
  readonly share: number;
}

/** All rows in order. Throws where the file is broken, or holds what cannot be read. */
export async function* readParquet(path: string): AsyncGenerator<ParquetChunk> {
  const file = await asyncBufferFromFile(path);
  const { metadata, ranges, readColumn } = await parquetScan({ file, compressors, parsers: { dateFromDays } });
  const columns = columnNames(metadata.schema);
  const isPaged = metadata.row_groups.every((group) => group.columns.every(({ offset_index_offset: at }) => at));
  const rowsTotal = ranges.at(-1)?.rowEnd ?? 0;
  for (const range of ranges) {
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

/** The schema is a tree in depth-first order; the columns are the children of its root. */
function columnNames(schema: readonly { readonly name: string; readonly num_children?: number }[]): string[] {
  const names: string[] = [];
  for (let at = 1; at < schema.length; at = behind(schema, at)) names.push(schema[at]?.name ?? '');
  return names;
}

function behind(schema: readonly { readonly num_children?: number }[], at: number): number {
  let next = at + 1;
  for (let child = schema[at]?.num_children ?? 0; child > 0; child--) next = behind(schema, next);
  return next;
}

interface Rows {
  readonly columns: readonly string[];
  /** Of each column, those of the window. */
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

/** What JSON has no form for: large numbers become texts, bytes nothing. */
function jsonValue(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return null;
  return ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<unknown>) : value;
}

/** A date without the time that a Date would add. */
function dateFromDays(days: number): unknown {
  return new Date(days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
