// Converts a row as read to raw values under the names of the import record: parses and maps it, repairs mis-decoded
// text, cleans texts, and rejects text that no store accepts.
import { cellReader, REASON_NAME } from '../contract/own-tables.ts';
import { isJsonObject, parsedFileText } from '../ops/json/json-object.ts';
import { memberPath, repeatedKeyIn } from '../ops/json/repeated-keys.ts';
import { cellShaper, keyShaper } from './map/apply-mapping.ts';
import type { Mapping } from './map/column-mapping.ts';
import type { ImportKind } from './map/import-fields.ts';
import { isKnownHeader } from './map/known-headers.ts';
import type { Notes, RawValues, Reject } from './normalize/scope.ts';
import { cleanText } from './read/clean-text.ts';
import { mayNeedRepair } from './read/may-need-repair.ts';
import { repairText } from './read/mis-decoded.ts';
import { type Row, UNCALCULATED } from './read/row.ts';
import { isFooter, isTotalsRow } from './read/totals-row.ts';

/**
 * JSON can hold NUL and lone surrogates only as escapes, a table can hold only a literal NUL. Most rows need no further
 * test.
 */
const SUSPICIOUS_ESCAPE = /\\u(?:0000|d[89a-f])/i;
/** Records have three levels of nesting; deeper values are not examined. */
const DEPTH_MAX = 32;

type Decoded = { readonly values: RawValues } | { readonly reject: Reject };
type TableRow = Row & { readonly cells: readonly string[] };
/** The field of each column; null for a column that is not imported. */
type Fields = readonly (string | null)[];

/** Returns a decoder for the rows of one mapping. It notes each text that it repairs or that looks mis-decoded. */
export function rowDecoder(mapping: Mapping, kind: ImportKind): (row: Row, notes: Notes) => Decoded {
  const decodeTableRow = tableRowDecoder(mapping, kind);
  const decodeObject = objectDecoder(mapping, kind);
  return (row, notes) => {
    if (row.fault !== null) return rejected(null, row.fault);
    return isTableRow(row) ? decodeTableRow(row, notes) : decodeObject(row, notes);
  };
}

const isTableRow = (row: Row): row is TableRow => row.cells !== null;

const isSuspect = ({ text, byteLength }: Row) => mayNeedRepair(text, byteLength === text.length);

function tableRowDecoder(mapping: Mapping, kind: ImportKind): (row: TableRow, notes: Notes) => Decoded {
  const shape = cellShaper(mapping, kind);
  const fields = mapping.columns.map(({ field }) => field);
  const headers = mapping.columns.map(({ column }) => column.header);
  const originalOf = cellReader(headers);
  return (row, notes) => {
    const { text } = row;
    const given = originalOf(row.cells);
    if (isTotalsRow(text, given)) return rejected(null, 'a row of totals');
    if (isFooter(text, given)) return rejected(null, 'a footer of the table');
    if (isHeaderAgain(given, headers)) return rejected(null, 'a repeated header row');
    if (row.isAfterBlank === true && isOtherHeader(given)) return rejected(null, OTHER_TABLE);
    noteCellCount(row, fields, notes);
    if (text.includes(UNCALCULATED)) noteUncalculated(given, fields, notes);
    const values = shape(isSuspect(row) ? repairedCells(given, fields, notes) : given);
    return (text.includes('\0') ? badText(values) : null) ?? { values };
  };
}

function objectDecoder(mapping: Mapping, kind: ImportKind): (row: Row, notes: Notes) => Decoded {
  const shape = keyShaper(mapping, kind);
  return (row, notes) => {
    const { text } = row;
    const parsed = parseObject(text);
    if (typeof parsed === 'string') return rejected(null, parsed);
    const repeated = repeatedKeyIn(text, parsed);
    if (repeated !== null) return rejected(memberPath(repeated.path, repeated.key), 'the key occurs more than once');
    if (REASON_NAME in parsed) delete parsed[REASON_NAME];
    const shaped = shape === null ? parsed : shape(parsed);
    const values = isSuspect(row) ? repairedValues(shaped, notes) : shaped;
    const isSuspicious = text.includes('\\u') && SUSPICIOUS_ESCAPE.test(text);
    return (isSuspicious ? badText(values) : null) ?? { values };
  };
}

/** Warns of a row with fewer or more cells than the header. */
function noteCellCount({ cells, missingFrom, cellsLeftOut }: TableRow, fields: Fields, notes: Notes): void {
  const lost = missingFrom === undefined ? undefined : fields.slice(missingFrom).find((field) => field !== null);
  if (lost) notes.warn(lost, 'the row has fewer cells than the header: the missing cells are empty');
  if (cellsLeftOut !== undefined)
    notes.warn(`#${cells.length + 1}`, 'a cell to the right of the last column: not imported');
}

/** Notes formulas without a stored value. The mapping of cells reads these cells as empty. */
function noteUncalculated(cells: readonly string[], fields: Fields, notes: Notes): void {
  for (const [index, cell] of cells.entries()) {
    const field = fields[index] ?? null;
    if (cell === UNCALCULATED && field !== null)
      notes.warn(field, 'a formula without a stored value: open the workbook in a spreadsheet program and save it');
  }
}

/** Repairs before it trims: the second half of a mis-decoded character may look like a blank. */
function repairedCells(cells: readonly string[], fields: Fields, notes: Notes): string[] {
  return cells.map((cell, index) => {
    const field = fields[index] ?? null;
    return field === null ? cell : repairedText(cell, field, notes);
  });
}

function repairedValues(row: RawValues, notes: Notes): RawValues {
  const repaired = (value: unknown, path: string, depth: number): unknown => {
    if (typeof value === 'string') return repairedText(value, path, notes);
    if (typeof value !== 'object' || value === null || depth === DEPTH_MAX) return value;
    if (Array.isArray(value)) return value.map((entry) => repaired(entry, path, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, repaired(member, memberPath(path, key), depth + 1)]),
    );
  };
  return repaired(row, '', 0) as RawValues;
}

function repairedText(text: string, field: string, notes: Notes): string {
  const repair = repairText(text);
  if (repair === null) return cleanText(text, field);
  notes.warn(field, repair.reason, text);
  return cleanText(repair.text, field);
}

/** Concatenated tables repeat the header row. */
function isHeaderAgain(cells: readonly string[], headers: readonly string[]): boolean {
  return cells[0]?.trim() === headers[0] && cells.every((cell, index) => cell.trim() === headers[index]);
}

/** Whether a row below an empty one is the header of another table: it has known headers only, and several. */
function isOtherHeader(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length > 1 && filled.every(isKnownHeader);
}

const OTHER_TABLE =
  'the header row of another table: the rows below it are read by the columns of the first table, so give each table a sheet or file of its own';

function rejected(field: string | null, reason: string) {
  return { reject: { field, reason, value: null } };
}

/** The object, or the reason why there is none. */
function parseObject(text: string): Record<string, unknown> | string {
  let value: unknown;
  try {
    value = parsedFileText(text);
  } catch {
    return 'not valid JSON';
  }
  if (!isJsonObject(value)) return 'not a JSON object';
  return value;
}

/** Finds the first text with NUL or half a surrogate pair. */
function badText(row: RawValues): { reject: Reject } | null {
  const open: { value: unknown; path: string; depth: number }[] = [{ value: row, path: '', depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') {
      if (value.includes('\0')) return rejected(path, 'holds a NUL character');
      if (!value.isWellFormed()) return rejected(path, 'contains half of a surrogate pair: not valid Unicode');
    } else if (typeof value === 'object' && value !== null && depth < DEPTH_MAX) {
      for (const [key, member] of Object.entries(value)) {
        const at = Array.isArray(value) ? path : memberPath(path, key);
        open.push({ value: member, path: at, depth: depth + 1 });
      }
    }
  }
  return null;
}
