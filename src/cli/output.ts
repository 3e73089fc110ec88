// What commands print: results on standard output, as a table or as JSON; everything else on standard error.

type Cell = string | number | boolean | null | readonly string[];
export type Row = Readonly<Record<string, Cell>>;

function cellText(cell: Cell): string {
  if (cell === null) return '-';
  return Array.isArray(cell) ? cell.join(',') : String(cell);
}

/** Columns with blanks between, headed by the keys of the first row; numbers to the right. */
export function tableText(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const widths = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => cellText(row[column] ?? null).length)),
  );
  const line = (cells: readonly { text: string; right: boolean }[]) =>
    cells
      .map(({ text, right }, index) => (right ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd();
  const right = (column: string) => rows.some((row) => typeof row[column] === 'number');
  const head = line(columns.map((column) => ({ text: column, right: right(column) })));
  const body = rows.map((row) =>
    line(columns.map((column) => ({ text: cellText(row[column] ?? null), right: right(column) }))),
  );
  return [head, ...body].join('\n');
}

/** Comma-separated values as RFC 4180 has them, with a head line, also where there are no rows. */
export function csvText(columns: readonly string[], rows: readonly Row[]): string {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [columns, ...rows.map((row) => columns.map((column) => cellText(row[column] ?? '')))];
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}

/** Prints rows as a table, or as a JSON array with `json`; `none` where there are none. */
export function printRows(rows: readonly Row[], options: { json: boolean; none: string }): void {
  if (options.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  else if (rows.length === 0) note(options.none);
  else process.stdout.write(`${tableText(rows)}\n`);
}

/** Prints one result: its members a line each, or one JSON object. */
export function printResult(row: Row, options: { json: boolean }): void {
  if (options.json) process.stdout.write(`${JSON.stringify(row)}\n`);
  else for (const [name, cell] of Object.entries(row)) process.stdout.write(`${name}: ${cellText(cell)}\n`);
}

/** A line for the person at the terminal, on standard error. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}
