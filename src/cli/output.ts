// Output of commands: results on standard output, as a table or as JSON; everything else on standard error. Colors on
// a terminal only.
import { styleText } from 'node:util';
import { type Cell, cellText } from '../contract/csv-text.ts';
import { isJsonRequested } from './command-context.ts';

export type Row = Readonly<Record<string, Cell>>;

/**
 * Formats rows as columns, separated by blanks, below the keys of the first row. Columns of numbers are aligned to the
 * right. On a terminal (`columns` wide), cells are formatted for people, and a table that does not fit becomes one
 * block of lines for each row.
 */
export function tableText(rows: readonly Row[], columns = process.stdout.columns): string {
  const { head, body } = tableParts(rows, columns);
  return [...(head === null ? [] : [head]), ...body].join('\n');
}

/** `head`: null if the rows are blocks. */
function tableParts(rows: readonly Row[], columns: number | undefined): { head: string | null; body: string[] } {
  const names = Object.keys(rows[0] ?? {});
  const texts = rows.map((row) => names.map((name) => shownCell(name, row[name] ?? null, columns !== undefined)));
  const widths = names.map((name, index) => Math.max(name.length, ...texts.map((cells) => cells[index]?.length ?? 0)));
  const isRight = names.map((name) => rows.some((row) => typeof row[name] === 'number'));
  const line = (cells: readonly string[]) =>
    cells
      .map((text, index) => (isRight[index] ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd();
  const [head = '', ...body] = [names, ...texts].map(line);
  // The width of a terminal may be unknown: 0.
  if (!columns || [head, ...body].every((text) => text.length <= columns)) return { head, body };
  const nameWidth = Math.max(...names.map((name) => name.length));
  const block = (cells: readonly string[]) =>
    names
      .map((name, index) => `${name.padEnd(nameWidth)}  ${cells[index]}`)
      .filter((_, index) => cells[index] !== cellText(null) && cells[index] !== '')
      .join('\n');
  return { head: null, body: [texts.map(block).join('\n\n')] };
}

/** Numbers that name something: without separators, they can be copied into other commands. */
const IDENTIFIERS = new Set(['id', 'run', 'row', 'with', 'status', 'port']);
const TIMESTAMP = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/;

/** A cell as text. For people, numbers have thousands separators, and timestamps neither `T` nor milliseconds. */
function shownCell(name: string, cell: Cell, isForPeople: boolean): string {
  if (Array.isArray(cell) && cell.length === 0) return cellText(null);
  if (!isForPeople) return cellText(cell);
  if (typeof cell === 'number' && !IDENTIFIERS.has(name)) return cell.toLocaleString('en-US');
  if (Array.isArray(cell)) return cell.join(', ');
  return cellText(cell).replace(TIMESTAMP, '$1 $2Z');
}

/** Prints rows as a table, or as a JSON array with `json`; without rows and `json`, prints `none`. */
export function printRows(rows: readonly Row[], options: { json: boolean; none: string }): void {
  if (options.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  else if (rows.length === 0) note(options.none);
  else printTable(rows);
}

/** Prints one result: a line for each member, or one JSON object with `json`. */
export function printResult(row: Row, options: { json: boolean }): void {
  if (options.json) process.stdout.write(`${JSON.stringify(row)}\n`);
  else {
    const isForPeople = process.stdout.columns !== undefined;
    const lines = Object.entries(row).map(([name, cell]) => `${name}: ${shownCell(name, cell, isForPeople)}\n`);
    process.stdout.write(lines.join(''));
  }
}

/** Prints at least one row as a table, with a bold head on a terminal. */
function printTable(rows: readonly Row[]): void {
  const { head, body } = tableParts(rows, process.stdout.columns);
  process.stdout.write(`${[...(head === null ? [] : [colored('bold', head)]), ...body].join('\n')}\n`);
}

/** True if standard error must contain nothing but one JSON object of a failure. */
export function isQuiet(): boolean {
  return isJsonRequested(process.argv.slice(2)) && process.stderr.isTTY !== true;
}

/** A line for the person at the terminal, on standard error. */
export function note(line: string): void {
  if (!isQuiet()) process.stderr.write(`${line}\n`);
}

/** A warning, on standard error. */
export function warn(line: string): void {
  note(`${colored('yellow', 'warning:', process.stderr)} ${line}`);
}

type Format = Parameters<typeof styleText>[0];

/** The text in this format if the stream is a terminal and NO_COLOR is not set, or if FORCE_COLOR is set. */
export function colored(format: Format, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(format, text, { stream });
}

export function hasColor(stream: NodeJS.WriteStream): boolean {
  return colored('bold', 'x', stream) !== 'x';
}

const PRINT_EVERY_MS = 2000;
const SHOW_EVERY_MS = 100;

/**
 * Reports the progress of long work at its start, at the end of each part, every two seconds, and whenever other units
 * are counted: the first of them may take long.
 */
export function paced<Progress extends { readonly what?: string; readonly done: number; readonly total: number }>(
  print: (progress: Progress) => void,
): (progress: Progress) => void {
  let printedMs = Number.NEGATIVE_INFINITY;
  let printedWhat: string | undefined;
  return (progress) => {
    const isRepeated = progress.done < progress.total && progress.what === printedWhat;
    if (isRepeated && performance.now() - printedMs < PRINT_EVERY_MS) return;
    printedWhat = progress.what;
    printedMs = performance.now();
    print(progress);
  };
}

interface StatusLine {
  /** Shows the progress of a work; the text before the colon names the work. */
  show(text: string): void;
  /** Removes the line from a terminal, before other output. */
  end(): void;
}

/**
 * On a terminal, one line that is rewritten in place; elsewhere a line for each new work, then one every two seconds.
 */
export function statusLine(): StatusLine {
  const isTerminal = process.stderr.isTTY === true;
  let work = '';
  let printedMs = Number.NEGATIVE_INFINITY;
  const clear = () => isTerminal && process.stderr.write('\r\u001b[K');
  return {
    show(text) {
      const [begun = ''] = text.split(':');
      const pauseMs = isTerminal ? SHOW_EVERY_MS : PRINT_EVERY_MS;
      if (begun === work && performance.now() - printedMs < pauseMs) return;
      [work, printedMs] = [begun, performance.now()];
      clear();
      process.stderr.write(isTerminal ? `${text} …` : `${text}\n`);
    },
    end: () => void clear(),
  };
}

/** Completes the work even if the reader of its output has ended (`cardfile index | head -1`). */
export function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
