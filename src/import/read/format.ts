// What an input is: JSON Lines, a JSON array or a table, what separates the table's cells, and where its header row
// is. Told by the first bytes, and only
// where these leave it open by the file's name.
import { ImportError } from '../import-error.ts';
import { foreignFormat, refuseForeign } from './foreign-format.ts';
import type { Row } from './row.ts';
import { rowsOfLines, type TableShape } from './table.ts';

export type Format =
  | { readonly kind: 'json-lines' }
  | { readonly kind: 'json-array' }
  | ({ readonly kind: 'table' } & TableShape);

/** In the order in which they win a tie. */
const DELIMITERS = [',', ';', '\t', '|', '^', '~', '\u001f', '\u0001'];
/** Rows that delimiter and header row are told by, and lines that they are looked for in. */
const SAMPLE_ROWS = 20;
const SAMPLE_LINES = 1000;

/** The format of an input. Throws ImportError for what is neither JSON nor a table. */
export function sniffFormat(path: string, head: Buffer): Format {
  refuseForeign(path, foreignFormat(head));
  const text = head.toString('utf8');
  const trimmed = text.trimStart();
  if (trimmed.startsWith('{')) return jsonLines(path, trimmed);
  if (/^\[\s*[{\]]/.test(trimmed)) return { kind: 'json-array' };
  return { kind: 'table', ...sniffShape(path, text) };
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
 * The delimiter that cuts the first rows into most cells, the same number in each; a name that ends in .tsv or .tab decides for TAB.
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
    // The header counts double: a long text in the rows may hold any delimiter.
    const score =
      header < 2 ? 0 : header + header * (counts.filter((count) => count === header).length / counts.length);
    if (score > bestScore) {
      best = { delimiter, preambleRows, ...(isHeaderless(rows.slice(preambleRows)) ? { isHeaderless: true } : {}) };
      bestScore = score;
    }
  }
  return best;
}

/** What nobody calls a column: addresses, sites, points in time. */
const NO_HEADER =
  /^(?:[^\s@]+@[^\s@]+\.[a-z]{2,}|https?:\/\/\S+|www\.\S+|\+\d[\d\s().-]{6,}|\d{4}-\d\d-\d\d\b.*|\d{1,2}[./]\d{1,2}[./]\d{4})$/i;
const LONG_NUMBER = /^\d{5,}$|^\d+[.,]\d+$/;

/** Whether the row that should name the columns holds values: one of a kind that is no name, or a number above numbers. */
function isHeaderless([header, ...rows]: readonly Row[]): boolean {
  const isValue = (cell: string, index: number) =>
    NO_HEADER.test(cell.trim()) ||
    (LONG_NUMBER.test(cell) && rows.length > 0 && rows.every(({ cells }) => /^[\d.,]*$/.test(cells?.[index] ?? '')));
  return header?.cells?.some(isValue) === true;
}

const cellCount = ({ cells }: Row) => cells?.length ?? 0;

/** Rows above the first one that reaches over more than half of the table, which is as wide as two rows at least. */
function countPreamble(rows: readonly Row[]): number {
  const counts = rows.map(cellCount);
  const width = Math.max(0, ...counts.filter((count, index) => counts.indexOf(count) !== index));
  const header = rows.findIndex((row) => row.cells === null || !isPreamble(row.cells, width));
  return Math.max(0, header);
}

/** Spreadsheets name the delimiter in a row of its own, and fill up short rows; of two columns the empty one may be the header's. */
function isPreamble(cells: readonly string[], width: number): boolean {
  const extent = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  return cells[0] === 'sep=' || (extent * 2 <= width && (cells.length < width || width > 2));
}
