// What commands print: results on standard output, as a table or as JSON; everything else on standard error.

import { type Cell, cellText } from '../ops/csv-text.ts';

export type Row = Readonly<Record<string, Cell>>;

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

const SAY_EVERY_MS = 2000;

/** Says how far a long work is: at its begin, at the end of each part, and every two seconds. */
export function paced<Progress extends { readonly done: number; readonly total: number }>(
  say: (progress: Progress) => void,
): (progress: Progress) => void {
  let saidMs = Number.NEGATIVE_INFINITY;
  return (progress) => {
    if (progress.done < progress.total && performance.now() - saidMs < SAY_EVERY_MS) return;
    saidMs = performance.now();
    say(progress);
  };
}

/** Work goes on to its end where nobody reads what it says any more (`cardfile index | head -1`). */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
