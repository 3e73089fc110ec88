// Lines to the rows of a table: delimiters, quotes, line breaks inside quotes. Own code and not a CSV library, because a bad quote
// must cost the row that holds it and not the rest of the file, and must be told by the line on which it opens.
import { type Line, ROW_BYTES_MAX } from './lines.ts';
import type { Row } from './row.ts';

const QUOTE = '"';

type Split =
  | { readonly kind: 'cells'; readonly cells: string[] }
  | { readonly kind: 'open' }
  | { readonly kind: 'bad'; readonly fault: string };

/**
 * The cells of one row by RFC 4180; a quote inside a cell that does not start with one is an ordinary character. Blanks around a quoted cell
 * do not count. `open` where a quoted cell goes on in the next line, `bad` where text follows a closing quote.
 */
function splitCells(text: string, delimiter: string): Split {
  if (!text.includes(QUOTE)) return { kind: 'cells', cells: text.split(delimiter) };
  const cells: string[] = [];
  let start = 0;
  for (;;) {
    const opening = text[start] === ' ' ? spacedOpening(text, start, delimiter) : start;
    if (text[opening] !== QUOTE) {
      const end = text.indexOf(delimiter, start);
      if (end === -1) return { kind: 'cells', cells: [...cells, text.slice(start)] };
      cells.push(text.slice(start, end));
      start = end + 1;
      continue;
    }
    const end = closingQuote(text, opening);
    if (end === -1) return { kind: 'open' };
    cells.push(text.slice(opening + 1, end).replaceAll('""', QUOTE));
    const next = afterBlanks(text, end + 1);
    if (next === text.length) return { kind: 'cells', cells };
    if (text[next] !== delimiter) {
      return { kind: 'bad', fault: `text after the closing quote of cell ${cells.length}` };
    }
    start = next + 1;
  }
}

/** Where the quote behind these blanks opens, if it closes at the end of the cell: else it is an ordinary character of the cell at `start`. */
function spacedOpening(text: string, start: number, delimiter: string): number {
  const opening = afterBlanks(text, start);
  const end = text[opening] === QUOTE ? closingQuote(text, opening) : -1;
  if (end === -1) return start;
  const next = afterBlanks(text, end + 1);
  return next === text.length || text[next] === delimiter ? opening : start;
}

function afterBlanks(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ') at += 1;
  return at;
}

function closingQuote(text: string, opening: number): number {
  let end = text.indexOf(QUOTE, opening + 1);
  while (end !== -1 && text[end + 1] === QUOTE) end = text.indexOf(QUOTE, end + 2);
  return end;
}

export interface TableShape {
  readonly delimiter: string;
  /** Rows above the header row that are no part of the table: a title, a date, notes. */
  readonly preambleRows: number;
  /** The first row is one like the others: a header of empty cells is put in front of it. */
  readonly isHeaderless?: boolean;
}

/**
 * The rows of a table, the header row first; empty lines and rows of empty cells are skipped. After a bad or never closed quote the line that holds it is a
 * faulty row and reading goes on with the next line. A row with more or fewer cells than the header is faulty.
 */
export async function* readTable(blocks: AsyncIterable<Line[]>, shape: TableShape): AsyncGenerator<Row> {
  const assembler = new RowAssembler(shape);
  for await (const lines of blocks) {
    for (const line of lines) yield* assembler.add(line);
  }
  yield* assembler.end();
}

/** The rows that these lines hold, as readTable gives them. */
export function* rowsOfLines(lines: readonly Line[], shape: TableShape): Generator<Row> {
  const assembler = new RowAssembler(shape);
  for (const line of lines) yield* assembler.add(line);
  yield* assembler.end();
}

/** Collects the lines of the row that is open: rows come out as soon as they are whole. */
class RowAssembler {
  readonly #delimiter: string;
  #rowsToSkip: number;
  #isHeaderless: boolean;
  #open: Line[] = [];
  #openLength = 0;
  #columnCount = 0;

  constructor({ delimiter, preambleRows, isHeaderless = false }: TableShape) {
    this.#delimiter = delimiter;
    this.#rowsToSkip = preambleRows;
    this.#isHeaderless = isHeaderless;
  }

  *add(line: Line): Generator<Row> {
    if (this.#open.length === 0 && line.text === '' && line.fault === null) return;
    this.#open.push(line);
    this.#openLength += line.text.length + 1;
    // Only a line with a quote can close the row: without this check a row of many lines would be split anew at each of them.
    if (this.#open.length > 1 && !line.text.includes(QUOTE) && this.#openLength <= ROW_BYTES_MAX) return;
    const first = this.#open[0] ?? line;
    const text = this.#open.length === 1 ? first.text : this.#open.map((part) => part.text).join('\n');
    const split = splitCells(text, this.#delimiter);
    if (split.kind === 'cells') {
      const fault = this.#open.find((part) => part.fault !== null)?.fault ?? null;
      this.#clear();
      if (split.cells.every(isBlank)) return;
      if (this.#rowsToSkip > 0) {
        this.#rowsToSkip--;
        return;
      }
      if (this.#isHeaderless) yield this.#header(first.number, split.cells.length);
      yield this.#row({ line: first.number, text, cells: split.cells, fault });
    } else if (split.kind === 'bad') {
      yield* this.#giveUp(split.fault);
    } else if (this.#openLength > ROW_BYTES_MAX) {
      yield* this.#giveUp(NEVER_CLOSED);
    }
  }

  *end(): Generator<Row> {
    while (this.#open.length > 0) yield* this.#giveUp(NEVER_CLOSED);
  }

  /** The first open line is faulty; the others are read again as rows of their own. */
  *#giveUp(fault: string): Generator<Row> {
    const [first, ...others] = this.#open;
    this.#clear();
    if (first) yield { line: first.number, text: first.text, cells: null, fault: first.fault ?? fault };
    for (const line of others) yield* this.add(line);
  }

  #header(line: number, cellCount: number): Row {
    this.#isHeaderless = false;
    const cells = Array<string>(cellCount).fill('');
    return this.#row({ line, text: cells.join(this.#delimiter), cells, fault: null });
  }

  #row(row: Row & { readonly cells: readonly string[] }): Row {
    if (this.#columnCount === 0) this.#columnCount = row.cells.length;
    if (row.fault !== null || row.cells.length === this.#columnCount) return row;
    return { ...row, fault: `${row.cells.length} cells where the header has ${this.#columnCount}` };
  }

  #clear(): void {
    this.#open = [];
    this.#openLength = 0;
  }
}

const isBlank = (cell: string) => cell === '' || cell.trim() === '';

const NEVER_CLOSED = 'a quote that opens in this row is never closed';
