// Detects the format of an input (JSON Lines, a JSON array or a table), and the delimiter and header row of a table.
// Uses the first bytes; the file name only decides if they are ambiguous.
import { listedValue } from '../../contract/vocabularies/values.ts';
import { hasKnownEnding } from '../../identity/domain.ts';
import { ImportError } from '../import-error.ts';
import { isKnownHeader } from '../map/known-headers.ts';
import { foreignFormat, rejectDamagedWorkbook, rejectForeign } from './foreign-format.ts';
import type { Line } from './lines.ts';
import type { Row } from './row.ts';
import type { Source } from './source.ts';
import { rowsOfLines, type TableShape } from './table.ts';

export type Format =
  | { readonly kind: 'json-lines' }
  | { readonly kind: 'json-array' }
  | ({ readonly kind: 'table' } & TableShape);

/** In order of precedence if several fit equally. */
const DELIMITERS = [',', ';', '\t', '|', '^', '~', '\u001f', '\u0001'];
/** A name that ends in .tsv or .tab selects TAB. */
const delimitersOf = (path: string): readonly string[] =>
  /\.(tsv|tab)(\.(gz|zst))?$/i.test(path) ? ['\t'] : DELIMITERS;
/** Rows that are examined for the delimiter and the header row. */
const SAMPLE_ROWS = 20;
const SAMPLE_LINES = 1000;
/** Maximum number of columns without a header at the right end of a sheet. Cells further right are notes. */
const NAMELESS_MAX = 20;

/** The format of an input; empty is JSON Lines without rows. Throws ImportError if it is neither JSON nor a table. */
export function sniffFormat(path: string, head: Buffer, delimiters = delimitersOf(path)): Format {
  rejectForeign(path, foreignFormat(head));
  const text = head.toString('utf8');
  const trimmed = text.trimStart();
  if (text === '') return { kind: 'json-lines' };
  if (trimmed.startsWith('{')) return jsonLines(path, trimmed);
  if (/^\[\s*[{\]]/.test(trimmed)) return { kind: 'json-array' };
  return { kind: 'table', ...sniffShape(text, delimiters) };
}

/** The format of a source; a sheet of a workbook is a table whose rows may be shorter or longer than its header. */
export function formatOf({ path, head, sheet }: Pick<Source, 'path' | 'head' | 'sheet'>): Format {
  if (sheet === null) return formatOfText(path, head);
  const format = sniffFormat(path, head, [',']);
  if (format.kind !== 'table') return format;
  const columnCount = columnsOf(format, linesOf(head.toString('utf8')));
  return { ...format, isSingleColumn: false, isRagged: true, columnCount };
}

/** A file without sheets. One that is named as a workbook may be damaged. */
function formatOfText(path: string, head: Buffer): Format {
  rejectDamagedWorkbook(path, head, true);
  const format = sniffFormat(path, head);
  if (format.kind === 'table') rejectDamagedWorkbook(path, head, hasColumns(head, format));
  return format;
}

/** Whether a table has two columns, or one with a known name. */
function hasColumns(head: Buffer, { delimiter, preambleRows }: TableShape): boolean {
  const [header] = rowsOfLines(linesOf(head.toString('utf8')), { delimiter, preambleRows })
    .take(1)
    .toArray();
  const cells = header?.cells ?? [];
  return cells.length > 1 || cells.some(isKnownHeader);
}

/**
 * The number of columns of a sheet: the columns of its header, and a few after it in which at least two of the first
 * rows have a value.
 */
function columnsOf({ delimiter, preambleRows }: TableShape, lines: readonly Line[]): number {
  const rows = rowsOfLines(lines, { delimiter, preambleRows }).take(SAMPLE_ROWS).toArray();
  const [, second = 0] = rows.map(cellCount).sort((a, b) => b - a);
  const header = cellCount(rows[0] ?? { cells: null });
  return second - header > NAMELESS_MAX ? header : Math.max(header, second);
}

function jsonLines(path: string, text: string): Format {
  const firstLine = text.split(/\r?\n|\r/, 1)[0] ?? '';
  if (firstLine.trim() === '{') {
    throw new ImportError({
      file: path,
      line: 1,
      problem: 'a JSON object spans several lines',
      remedy:
        "Give one object per line (JSON Lines) or one array of objects; nothing was imported. If the rows are in a list within the object, extract the list, such as with jq '.results' FILE.",
    });
  }
  return { kind: 'json-lines' };
}

interface Candidate {
  readonly shape: TableShape;
  /** The number of known headers among the cells of the header row. */
  readonly known: number;
  /** The number of cells of the header row, plus that number times the share of rows with the same number of cells. */
  readonly score: number;
}

/**
 * The delimiter and header row of a table. The best delimiter splits the header row into the most known headers; if
 * several do, it splits the first rows into the most cells, with equal numbers per row.
 */
function sniffShape(text: string, delimiters: readonly string[]): TableShape {
  const lines = linesOf(text);
  const candidates = delimiters.map((delimiter) => candidateOf(delimiter, lines));
  const best = candidates.reduce((one, other) => (isBetter(other, one) ? other : one));
  const plain = { delimiter: ',', preambleRows: 0 };
  if (best.known === 0 && isSingleColumn(lines, best.shape.delimiter)) return { ...plain, isSingleColumn: true };
  return best.score === 0 ? plain : best.shape;
}

/**
 * Whether the first row is a single known header, and the delimiters below it are punctuation, as in `Acme, Inc.`: a
 * blank follows at least half of them.
 */
function isSingleColumn(lines: readonly Line[], delimiter: string): boolean {
  const [header, ...rows] = rowsOfLines(lines, { delimiter, preambleRows: 0 }).take(SAMPLE_ROWS).toArray();
  const [name = '', ...others] = header?.cells ?? [];
  if (others.length > 0 || !isKnownHeader(name)) return false;
  const further = rows.flatMap(({ cells }) => cells?.slice(1) ?? []);
  return further.filter((cell) => cell.startsWith(' ')).length * 2 >= further.length;
}

const linesOf = (text: string): Line[] =>
  text
    .split(/\r\n|\n|\r/)
    .slice(0, SAMPLE_LINES)
    .map((line, index) => ({ number: index + 1, text: line, fault: null }));

function candidateOf(delimiter: string, lines: readonly Line[]): Candidate {
  const rows = rowsOfLines(lines, { delimiter, preambleRows: 0 }).take(SAMPLE_ROWS).toArray();
  const titles = countPreamble(rows);
  const preambleRows = titles + countGroupRows(rows.slice(titles));
  const table = rows.slice(preambleRows);
  const header = table[0]?.cells ?? [];
  // Rows above the header row count as different: the text in them may contain any delimiter.
  const alike = table.filter((row) => cellCount(row) === header.length).length;
  const shape = { delimiter, preambleRows, ...(isHeaderless(table) ? { isHeaderless: true } : {}) };
  if (header.length < 2) return { shape, known: 0, score: 0 };
  const score = header.length + header.length * (alike / rows.length);
  return { shape, known: header.filter(isKnownHeader).length, score };
}

const isBetter = (a: Candidate, b: Candidate) => (a.known === b.known ? a.score > b.score : a.known > b.known);

/** Values that are never column names: addresses, sites, timestamps. */
const NO_HEADER =
  /^(?:[^\s@]+@[^\s@]+\.[a-z]{2,}|https?:\/\/\S+|www\.\S+|\+\d[\d\s().-]{6,}|\d{4}-\d\d-\d\d\b.*|\d{1,2}[./]\d{1,2}[./]\d{4})$/i;
const LONG_NUMBER = /^\d{5,}$|^\d+[.,]\d+$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;
const COUNTRY_CODE = /^[A-Z]{2}$/;
/** A number, but not a year: tables may have a column per year. */
const NUMBER = /^(?!(?:19|20)\d\d$)\d+$/;

/**
 * Whether the first row holds values instead of headers: a value that is never a column name, or a number above
 * numbers. If the row has no known header, also a domain above domains or a country code above country codes.
 */
function isHeaderless([header, ...rows]: readonly Row[]): boolean {
  const cells = header?.cells ?? [];
  const isAbove = (index: number, is: (cell: string) => boolean) =>
    rows.map(({ cells: below }) => (below?.[index] ?? '').trim()).every((cell) => cell === '' || is(cell));
  const isNamed = cells.some(isKnownHeader);
  return cells.some((text, index) => {
    const cell = text.trim();
    if (NO_HEADER.test(cell)) return true;
    if (LONG_NUMBER.test(text) && rows.length > 0 && isAbove(index, (value) => /^[\d.,]*$/.test(value))) return true;
    if (isNamed) return false;
    if (DOMAIN.test(cell) && isAbove(index, isDomain)) return isDomain(cell);
    if (rows.length === 0) return false;
    if (COUNTRY_CODE.test(cell) && isCountry(cell)) return isAbove(index, isCountry);
    return NUMBER.test(cell) && isAbove(index, (value) => NUMBER.test(value));
  });
}

const isDomain = (text: string) => DOMAIN.test(text.toLowerCase()) && hasKnownEnding(text.toLowerCase());
const isCountry = (text: string) => COUNTRY_CODE.test(text) && listedValue('country', text) !== null;

const cellCount = ({ cells }: Pick<Row, 'cells'>) => cells?.length ?? 0;

/**
 * Counts the rows above the header row. The header row is the first row that consists of known headers or fills more
 * than half of the table's width, which is the largest number of cells in at least two rows.
 */
function countPreamble(rows: readonly Row[]): number {
  const counts = rows.map(cellCount);
  const width = Math.max(0, ...counts.filter((count, index) => counts.indexOf(count) !== index));
  const header = rows.findIndex(({ cells }) => cells === null || !isPreamble(cells, width) || isNaming(cells));
  return Math.max(0, header);
}

/** Whether at least two cells, and at least half of the cells with text, are known headers. */
function isNaming(cells: readonly string[]): boolean {
  const known = cells.filter(isKnownHeader).length;
  return known > 1 && known * 2 >= cells.filter((cell) => cell.trim() !== '').length;
}

/**
 * Counts the rows of group headings above the header row, such as `Person,,Contact,` above `First Name,Last
 * Name,Email,Phone`. Each of them has empty or repeated cells, and the row below it consists of known headers, more
 * than the group row has.
 */
function countGroupRows(rows: readonly Row[]): number {
  const [first, second] = rows.map(({ cells }) =>
    (cells ?? []).map((cell) => cell.trim()).filter((cell) => cell !== ''),
  );
  if (first === undefined || second === undefined) return 0;
  const names = new Set(first);
  const known = second.filter(isKnownHeader).length;
  const isHeader = known > 1 && known * 2 >= second.length && known > [...names].filter(isKnownHeader).length;
  if (!isHeader || names.size >= second.length) return 0;
  return 1 + countGroupRows(rows.slice(1));
}

/**
 * Spreadsheets may write the delimiter in a separate first row, and pad short rows. In a table of two columns, an empty
 * cell may be part of the header.
 */
function isPreamble(cells: readonly string[], width: number): boolean {
  const extent = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  return cells[0] === 'sep=' || (extent * 2 <= width && (cells.length < width || width > 2));
}
