// Detects the format of an input (JSON Lines, a JSON array or a table), and the delimiter and header row of a table.
// Detection uses the first bytes, and the file name only if they are ambiguous.
import { ImportError } from '../import-error.ts';
import { foreignFormat, rejectForeign } from './foreign-format.ts';
import type { Row } from './row.ts';
import type { Source } from './source.ts';
import { rowsOfLines, type TableShape } from './table.ts';

export type Format =
  | { readonly kind: 'json-lines' }
  | { readonly kind: 'json-array' }
  | ({ readonly kind: 'table' } & TableShape);

/** In the order of precedence at a tie. */
const DELIMITERS = [',', ';', '\t', '|', '^', '~', '\u001f', '\u0001'];
/** Rows that are examined for the delimiter and the header row. */
const SAMPLE_ROWS = 20;
const SAMPLE_LINES = 1000;

/** The format of an input. Throws ImportError if it is neither JSON nor a table. */
export function sniffFormat(path: string, head: Buffer): Format {
  rejectForeign(path, foreignFormat(head));
  const text = head.toString('utf8');
  const trimmed = text.trimStart();
  if (trimmed.startsWith('{')) return jsonLines(path, trimmed);
  if (/^\[\s*[{\]]/.test(trimmed)) return { kind: 'json-array' };
  return { kind: 'table', ...sniffShape(path, text) };
}

/** The format of a source; a sheet of a workbook is a table whose rows may be shorter than its header. */
export function formatOf({ path, head, sheet }: Pick<Source, 'path' | 'head' | 'sheet'>): Format {
  const format = sniffFormat(path, head);
  return sheet === null || format.kind !== 'table' ? format : { ...format, delimiter: ',', isRagged: true };
}

function jsonLines(path: string, text: string): Format {
  const firstLine = text.split(/\r?\n|\r/, 1)[0] ?? '';
  if (firstLine.trim() === '{') {
    throw new ImportError({
      file: path,
      line: 1,
      problem: 'a JSON object spans several lines',
      remedy: 'Give one object per line (JSON Lines) or one array of objects; nothing was imported.',
    });
  }
  return { kind: 'json-lines' };
}

/**
 * The delimiter that splits the first rows into the most cells, equally many in each. A name that ends in .tsv or .tab
 * selects TAB.
 */
function sniffShape(path: string, text: string): TableShape {
  const lines = text
    .split(/\r\n|\n|\r/)
    .slice(0, SAMPLE_LINES)
    .map((line, index) => ({ number: index + 1, text: line, fault: null }));
  const delimiters = /\.(tsv|tab)(\.(gz|zst))?$/i.test(path) ? ['\t'] : DELIMITERS;
  let best: TableShape = { delimiter: ',', preambleRows: 0 };
  let bestScore = 0;
  for (const delimiter of delimiters) {
    const rows = rowsOfLines(lines, { delimiter, preambleRows: 0 }).take(SAMPLE_ROWS).toArray();
    const preambleRows = countPreamble(rows);
    const counts = rows.slice(preambleRows).map(cellCount);
    const header = counts[0] ?? 1;
    // The header counts double: a long text in a row may contain any delimiter.
    const score =
      header < 2 ? 0 : header + header * (counts.filter((count) => count === header).length / counts.length);
    if (score > bestScore) {
      best = { delimiter, preambleRows, ...(isHeaderless(rows.slice(preambleRows)) ? { isHeaderless: true } : {}) };
      bestScore = score;
    }
  }
  return best;
}

/** Values that are never column names: addresses, sites, timestamps. */
const NO_HEADER =
  /^(?:[^\s@]+@[^\s@]+\.[a-z]{2,}|https?:\/\/\S+|www\.\S+|\+\d[\d\s().-]{6,}|\d{4}-\d\d-\d\d\b.*|\d{1,2}[./]\d{1,2}[./]\d{4})$/i;
const LONG_NUMBER = /^\d{5,}$|^\d+[.,]\d+$/;

/** Whether the row in place of the header holds values: one that is never a column name, or a number above numbers. */
function isHeaderless([header, ...rows]: readonly Row[]): boolean {
  const isValue = (cell: string, index: number) =>
    NO_HEADER.test(cell.trim()) ||
    (LONG_NUMBER.test(cell) && rows.length > 0 && rows.every(({ cells }) => /^[\d.,]*$/.test(cells?.[index] ?? '')));
  return header?.cells?.some(isValue) === true;
}

const cellCount = ({ cells }: Row) => cells?.length ?? 0;

/**
 * Counts the rows above the first one that fills more than half of the table, whose width is the largest number of
 * cells that at least two rows have.
 */
function countPreamble(rows: readonly Row[]): number {
  const counts = rows.map(cellCount);
  const width = Math.max(0, ...counts.filter((count, index) => counts.indexOf(count) !== index));
  const header = rows.findIndex((row) => row.cells === null || !isPreamble(row.cells, width));
  return Math.max(0, header);
}

/**
 * Spreadsheets write the delimiter in a row of its own and pad short rows. With two columns, an empty cell may be part
 * of the header.
 */
function isPreamble(cells: readonly string[], width: number): boolean {
  const extent = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  return cells[0] === 'sep=' || (extent * 2 <= width && (cells.length < width || width > 2));
}
