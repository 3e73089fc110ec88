// Combines lines to the rows of a table: delimiters, quotes, line breaks inside quotes. This is not a general CSV
// library: a bad quote must affect only its row, not the rest of the file, and must be reported with the line on which
// it opens.
import { type Line, ROW_BYTES_MAX } from './lines.ts';
import type { Row } from './row.ts';

const QUOTE = '"';

type Split =
  | { readonly kind: 'cells'; readonly cells: string[] }
  | { readonly kind: 'open' }
  | { readonly kind: 'bad'; readonly fault: string };

/**
 * Splits one row into cells as in RFC 4180. A quote inside a cell that does not start with one is an ordinary
 * character, and blanks around a quoted cell are ignored. `open`: a quoted cell continues on the next line. `bad`: text
 * follows a closing quote.
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
      return { kind: 'bad', fault: badCell(cells.length) };
    }
    start = next + 1;
  }
}

/**
 * Position of the opening quote after these blanks, if the quote closes on the same line at the end of the cell.
 * Otherwise the quote is an ordinary character of the cell at `start`.
 */
function spacedOpening(text: string, start: number, delimiter: string): number {
  const opening = afterBlanks(text, start);
  const end = text[opening] === QUOTE ? closingQuote(text, opening) : -1;
  if (end === -1 || text.slice(opening, end).includes('\n')) return start;
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

type Scan =
  | { readonly kind: 'whole' | 'open'; readonly closed: number }
  | { readonly kind: 'bad'; readonly closed: number };

/**
 * The effect of one line on a row: it ends the row (`whole`), leaves a quoted cell open, or has text after a closing
 * quote (`bad`). `isInside`: the line begins within a quoted cell. `closed`: the number of cells that end in the line,
 * a bad one included.
 */
function scanLine(text: string, delimiter: string, isInside: boolean): Scan {
  let closed = 0;
  for (let start = 0, inside = isInside; ; inside = false) {
    const opening = inside ? -1 : text[start] === ' ' ? spacedOpening(text, start, delimiter) : start;
    if (!inside && text[opening] !== QUOTE) {
      const end = text.indexOf(delimiter, start);
      closed += 1;
      if (end === -1) return { kind: 'whole', closed };
      start = end + 1;
      continue;
    }
    const end = closingQuote(text, opening);
    if (end === -1) return { kind: 'open', closed };
    closed += 1;
    const next = afterBlanks(text, end + 1);
    if (next === text.length) return { kind: 'whole', closed };
    if (text[next] !== delimiter) return { kind: 'bad', closed };
    start = next + 1;
  }
}

export interface TableShape {
  readonly delimiter: string;
  /** Number of rows above the header row that are not part of the table: a title, a date, notes. */
  readonly preambleRows: number;
  /** The first row is not a header. A header of empty cells is inserted before it. */
  readonly isHeaderless?: boolean;
  /** Each row is one cell: a delimiter outside of quotes is part of its text. */
  readonly isSingleColumn?: boolean;
  /**
   * Rows may have any length, as in sheets: empty cells are not stored, and each cell has its column. CR is a line
   * break within a cell.
   */
  readonly isRagged?: boolean;
  /**
   * Number of columns of a ragged table, of which the last ones may have no header. Default: the columns of the header.
   */
  readonly columnCount?: number;
}

interface ReadOptions {
  /** Longest row, in bytes; a longer one is faulty. */
  readonly bytesMax?: number;
  /** Called between parts of work that return no row, such as the lines after a quote that never closes. */
  readonly pause?: () => Promise<void> | undefined;
}

/**
 * The rows of a table, with the header row first. Empty lines and rows of empty cells are skipped. The line with a bad
 * or never closed quote is a faulty row, and reading continues with the next line. The missing cells of a shorter row
 * are empty, and empty cells after the last column are left out. If the table is not ragged, a row with other cells
 * there is faulty, and so is a row of a single cell, which is usually a note. In a ragged table, further cells are left
 * out and counted.
 */
export async function* readTable(
  blocks: AsyncIterable<Line[]>,
  shape: TableShape,
  { bytesMax = ROW_BYTES_MAX, pause }: ReadOptions = {},
): AsyncGenerator<Row> {
  const assembler = new RowAssembler(shape, bytesMax);
  for await (const lines of blocks) {
    for (const line of lines) {
      const { text } = line;
      if (assembler.skips(line, text)) continue;
      for (const row of assembler.add(line, text)) {
        if (row !== null) yield row;
        else await pause?.();
      }
    }
  }
  for (const row of assembler.end()) {
    if (row !== null) yield row;
    else await pause?.();
  }
}

/** The rows of these lines, in the form of readTable. */
export function* rowsOfLines(lines: readonly Line[], shape: TableShape): Generator<Row> {
  const assembler = new RowAssembler(shape, ROW_BYTES_MAX);
  for (const line of lines) yield* rowsIn(assembler.add(line, line.text));
  yield* rowsIn(assembler.end());
}

function* rowsIn(steps: Iterable<Row | null>): Generator<Row> {
  for (const step of steps) if (step !== null) yield step;
}

/** A line that waits for the end of its row. It is decoded once. */
interface Waiting {
  readonly line: Line;
  readonly text: string;
  /** The number of cells that end in this line if it begins within a quoted cell; 0 until it is computed. */
  closed: number;
}

/**
 * Collects the lines of the open row and returns each row when it is complete. Each line is scanned at most twice: as
 * the first line of a row, and as a line that begins within a quoted cell. The second scan does not depend on the lines
 * before it, so reading is linear, however many rows turn out to be faulty.
 */
class RowAssembler {
  readonly #bytesMax: number;
  readonly #delimiter: string;
  #rowsToSkip: number;
  #isHeaderless: boolean;
  readonly #isRagged: boolean;
  readonly #isSingleColumn: boolean;
  #waiting: Waiting[] = [];
  /** Index of the first line of the row. */
  #head = 0;
  /** The lines after the head, up to this index, leave an open cell open. */
  #openUpTo = 0;
  /** The effect of the line at `#openUpTo` on an open cell; null until it is known. */
  #closing: 'whole' | 'bad' | null = null;
  /** Characters of the lines from the head to `#openUpTo`. */
  #openLength = 0;
  /** Cells that end after the head, up to the end of the open cell. */
  #closedBehind = 0;
  /** Whether the line at the head was scanned and leaves a cell open. */
  #isOpen = false;
  readonly #columnsMin: number;
  #columnCount = 0;
  /** Whether an empty row was read after the last row. */
  #isAfterBlank = false;
  #steps = 0;

  constructor(shape: TableShape, bytesMax: number) {
    const { delimiter, preambleRows, isHeaderless = false, isRagged = false } = shape;
    this.#bytesMax = bytesMax;
    this.#delimiter = delimiter;
    this.#columnsMin = isRagged ? (shape.columnCount ?? 0) : 0;
    this.#rowsToSkip = preambleRows;
    this.#isHeaderless = isHeaderless;
    this.#isRagged = isRagged;
    this.#isSingleColumn = shape.isSingleColumn === true;
  }

  /** Whether a line adds nothing: it is empty, and no row is open. */
  skips({ fault }: Line, text: string): boolean {
    const isEmpty = text === '' && fault === null && this.#waiting.length === 0;
    if (isEmpty) this.#isAfterBlank = true;
    return isEmpty;
  }

  /** The complete rows; null after some steps. `given`: the decoded text of the line. */
  *add(line: Line, given: string): Generator<Row | null> {
    const { fault } = line;
    const text = this.#isRagged ? given.replaceAll('\r', '\n') : given;
    if (this.#waiting.length === 0 && line.isCut !== true && !text.includes(QUOTE)) {
      if (text !== '' || fault !== null)
        yield* this.#cellsRow({ line: line.number, text, cells: text.split(this.#delimiter), fault });
      return;
    }
    this.#waiting.push({ line, text, closed: 0 });
    yield* this.#rows(false);
  }

  *end(): Generator<Row | null> {
    yield* this.#rows(true);
  }

  /** The rows that are complete; at the end of the input all of them. */
  *#rows(isAtEnd: boolean): Generator<Row | null> {
    for (let first = this.#waiting[this.#head]; first !== undefined; first = this.#waiting[this.#head]) {
      this.#steps += 1;
      if (this.#steps % STEPS_AT_ONCE === 0) yield null;
      if (!this.#isOpen) {
        const { line, text } = first;
        // Only the start of an oversized line is known, so its quotes are no evidence.
        const scan = line.isCut === true ? { kind: 'bad' as const, closed: 0 } : scanLine(text, this.#delimiter, false);
        if (scan.kind !== 'open') {
          if (scan.kind === 'whole') yield* this.#wholeRow(1);
          else yield faulty(first, badCell(scan.closed));
          this.#moveTo(this.#head + 1);
          continue;
        }
        this.#isOpen = true;
        first.closed = scan.closed;
      }
      this.#scanOn();
      if (this.#closing === 'whole') {
        yield* this.#wholeRow(this.#openUpTo - this.#head + 1);
        this.#moveTo(this.#openUpTo + 1);
      } else if (this.#closing === 'bad') {
        yield faulty(first, badCell(first.closed + this.#closedBehind));
        this.#moveTo(this.#head + 1);
      } else if (isAtEnd || this.#isTooLarge) {
        yield faulty(first, NEVER_CLOSED);
        this.#moveTo(this.#head + 1);
      } else {
        return;
      }
    }
    this.#waiting = [];
    this.#head = 0;
    this.#openUpTo = 0;
  }

  get #isTooLarge(): boolean {
    return this.#openLength > this.#bytesMax || this.#openUpTo - this.#head > ROW_LINES_MAX;
  }

  /** Scans the lines after the head until one ends the open cell, none is left, or the row exceeds its limits. */
  #scanOn(): void {
    if (this.#openUpTo <= this.#head) {
      this.#openUpTo = this.#head + 1;
      this.#openLength = lengthOf(this.#waiting[this.#head]);
    }
    while (this.#closing === null && !this.#isTooLarge) {
      const next = this.#waiting[this.#openUpTo];
      if (next === undefined) return;
      const scan =
        next.line.isCut === true ? { kind: 'bad' as const, closed: 1 } : scanLine(next.text, this.#delimiter, true);
      next.closed = scan.closed;
      this.#closedBehind += scan.closed;
      if (scan.kind === 'open') {
        this.#openUpTo += 1;
        this.#openLength += lengthOf(next);
      } else {
        this.#closing = scan.kind;
      }
    }
  }

  /** Moves the start of the row to another line. The scans of the lines after it stay valid. */
  #moveTo(head: number): void {
    for (let index = this.#head; index < Math.min(head, this.#openUpTo); index += 1) {
      this.#openLength -= lengthOf(this.#waiting[index]);
      this.#closedBehind -= this.#waiting[index + 1]?.closed ?? 0;
    }
    this.#head = head;
    this.#isOpen = false;
    if (head >= this.#openUpTo) {
      this.#closing = null;
      this.#closedBehind = 0;
      this.#openLength = 0;
      this.#openUpTo = head;
    }
    if (head < ROW_LINES_MAX) return;
    this.#waiting.splice(0, head);
    this.#openUpTo -= head;
    this.#head = 0;
  }

  /**
   * The row that consists of the first `count` lines from the head; none if all its cells are empty or it is above the
   * table.
   */
  *#wholeRow(count: number): Generator<Row> {
    const [first, ...others] = this.#waiting.slice(this.#head, this.#head + count);
    if (first === undefined || (others.length === 0 && first.text === '' && first.line.fault === null)) return;
    const text = others.length === 0 ? first.text : [first, ...others].map((part) => part.text).join('\n');
    const split = splitCells(text, this.#delimiter);
    if (split.kind !== 'cells') {
      yield faulty(first, split.kind === 'bad' ? split.fault : NEVER_CLOSED);
      return;
    }
    const fault = [first, ...others].find((part) => part.line.fault !== null)?.line.fault ?? null;
    yield* this.#cellsRow({ line: first.line.number, text, cells: split.cells, fault });
  }

  *#cellsRow(given: Row & { readonly cells: readonly string[] }): Generator<Row> {
    const length = given.cells.findLastIndex((cell) => !isBlank(cell)) + 1;
    if (length === 0) {
      this.#isAfterBlank = true;
      return;
    }
    if (this.#rowsToSkip > 0) {
      this.#rowsToSkip--;
      return;
    }
    const row = this.#isSingleColumn
      ? { ...given, cells: [given.cells.slice(0, length).join(this.#delimiter)] }
      : given;
    if (this.#isHeaderless) yield this.#header(row.line, row.cells.length);
    yield this.#row(this.#isAfterBlank ? { ...row, isAfterBlank: true } : row);
    this.#isAfterBlank = false;
  }

  #header(line: number, cellCount: number): Row {
    this.#isHeaderless = false;
    const cells = Array<string>(cellCount).fill('');
    return this.#row({ line, text: cells.join(this.#delimiter), cells, fault: null });
  }

  #row(row: Row & { readonly cells: readonly string[] }): Row {
    if (this.#columnCount === 0) this.#columnCount = Math.max(row.cells.length, this.#columnsMin);
    if (row.fault !== null || row.cells.length === this.#columnCount) return row;
    const count = row.cells.length;
    if (count < this.#columnCount && (this.#isRagged || count > 1)) {
      const cells = [...row.cells, ...Array<string>(this.#columnCount - count).fill('')];
      return this.#isRagged ? { ...row, cells } : { ...row, cells, missingFrom: count };
    }
    const cells = row.cells.slice(0, this.#columnCount);
    if (this.#isRagged) return { ...row, cells, cellsLeftOut: count - this.#columnCount };
    if (count > this.#columnCount && row.cells.slice(this.#columnCount).every(isBlank)) return { ...row, cells };
    const header = `where the header has ${this.#columnCount}`;
    return { ...row, fault: count === 1 ? `1 cell ${header}` : `${count} cells ${header}: ${QUOTE_DELIMITER}` };
  }
}

/** Rejects only the line that opens a bad row. The other lines are read again as separate rows. */
function faulty({ line, text }: Waiting, fault: string): Row {
  return { line: line.number, text, cells: null, fault: line.fault ?? fault };
}

const lengthOf = (waiting: Waiting | undefined) => (waiting === undefined ? 0 : waiting.text.length + 1);
const badCell = (cells: number) => `text after the closing quote of cell ${cells}: double each quote within a cell`;
const isBlank = (cell: string) => cell === '' || cell.trim() === '';

const NEVER_CLOSED = 'a quote that opens in this row is never closed: remove or close it';
const QUOTE_DELIMITER = 'quote each cell that contains the delimiter';
/** Most lines of one row: a bound for memory and time, far above any real record. */
const ROW_LINES_MAX = 10_000;
/** Number of rows, or of lines of an open row, between two pauses. */
const STEPS_AT_ONCE = 100;
