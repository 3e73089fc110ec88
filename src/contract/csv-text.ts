// Rows as comma-separated values, for spreadsheets: cells that a spreadsheet would take for a formula are neutralized, so that they can be
// restored exactly.

/** What may stand in a cell. */
export type Cell = string | number | boolean | null | readonly string[];

/** A cell as text; `-` where there is nothing. */
export function cellText(cell: Cell): string {
  if (cell === null) return '-';
  return Array.isArray(cell) ? cell.join(',') : String(cell);
}

/** First characters of formulas, also in full width; a tab or line break in front hides them from some programs only. */
const FORMULA_STARTS = '=+\\-@\\t\\r\\n＝＋－＠';
/** Apostrophes in front count as text of the cell: each neutralization adds one, so that exactly one is taken away. */
const FORMULA = new RegExp(`^'*[${FORMULA_STARTS}]`);
const NEUTRALIZED = new RegExp(`^'(?='*[${FORMULA_STARTS}])`);

/**
 * A text that a spreadsheet would take for a formula gets an apostrophe in front (CSV injection: the text may be a stranger's). Undone by
 * `originalText`: `originalText(neutralText(text))` is the text, whatever it is.
 */
export function neutralText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text that `neutralText` was given. */
export function originalText(text: string): string {
  return text.replace(NEUTRALIZED, '');
}

/** A cell as it stands in a file, quoted where RFC 4180 asks for it. */
export function quotedCell(text: string, delimiter = ','): string {
  return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lines of cells as RFC 4180 has them. Texts are neutralized; numbers are none, and stay. */
export function csvLines(lines: readonly (readonly Cell[])[]): string {
  const written = (cell: Cell) => {
    const text = cell === null ? '' : cellText(cell);
    return quotedCell(typeof cell === 'number' || text === '-' ? text : neutralText(text));
  };
  return lines.map((cells) => `${cells.map(written).join(',')}\r\n`).join('');
}

/** Comma-separated values with a head line, also where there are no rows. */
export function csvText(columns: readonly string[], rows: readonly Readonly<Record<string, Cell>>[]): string {
  return csvLines([columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))]);
}
