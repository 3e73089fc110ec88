// Writes rows as comma-separated values for spreadsheets. Cells that a spreadsheet would evaluate as formulas are
// neutralized, reversibly.

/** The value of a cell. */
export type Cell = string | number | boolean | null | readonly string[];

/** A cell as text; `-` if it is empty. */
export function cellText(cell: Cell): string {
  if (cell === null) return '-';
  return Array.isArray(cell) ? cell.join(',') : String(cell);
}

/**
 * Written at the start of each file that a person saves; without it Excel assumes an older encoding. Files for programs
 * do not have it.
 */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Characters that can begin a formula, also in full width; some programs ignore a leading tab or line break. */
const FORMULA_STARTS = '=+\\-@\\t\\r\\n＝＋－＠';
/** Leading apostrophes are part of the text. Each neutralization adds one apostrophe, so exactly one is removed. */
const FORMULA = new RegExp(`^'*[${FORMULA_STARTS}]`);
const NEUTRALIZED = new RegExp(`^'(?='*[${FORMULA_STARTS}])`);

/**
 * Prefixes a text that a spreadsheet would evaluate as a formula with an apostrophe (prevents CSV injection by
 * untrusted text). `originalText` reverses it: `originalText(neutralText(text))` equals `text` for every text.
 */
export function neutralText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Reverses `neutralText`. */
export function originalText(text: string): string {
  return text.replace(NEUTRALIZED, '');
}

/** A cell as written to a file, quoted as RFC 4180 requires. */
export function quotedCell(text: string, delimiter = ','): string {
  return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lines of cells in the format of RFC 4180. Texts are neutralized; numbers are left unchanged. */
export function csvLines(lines: readonly (readonly Cell[])[]): string {
  const written = (cell: Cell) => {
    const text = cell === null ? '' : cellText(cell);
    return quotedCell(typeof cell === 'number' || text === '-' ? text : neutralText(text));
  };
  return lines.map((cells) => `${cells.map(written).join(',')}\r\n`).join('');
}

/** Comma-separated values with a header line, which is written even if there are no rows. */
export function csvText(columns: readonly string[], rows: readonly Readonly<Record<string, Cell>>[]): string {
  return csvLines([columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))]);
}
