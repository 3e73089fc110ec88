// Rows as comma-separated values, for spreadsheets.

/** What may stand in a cell. */
export type Cell = string | number | boolean | null | readonly string[];

/** A cell as text; `-` where there is nothing. */
export function cellText(cell: Cell): string {
  if (cell === null) return '-';
  return Array.isArray(cell) ? cell.join(',') : String(cell);
}

/** Comma-separated values as RFC 4180 has them, with a head line, also where there are no rows. */
export function csvText(columns: readonly string[], rows: readonly Readonly<Record<string, Cell>>[]): string {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [columns, ...rows.map((row) => columns.map((column) => cellText(row[column] ?? '')))];
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}
