// Converts a sheet of an Excel workbook (.xlsx) to CSV, row by row, so that all later steps read it like any other
// table. A formula yields its stored value, a number in a date format yields a date, a merged cell yields its value in
// each of its rows, and the links of a column become a separate column. The shared texts are in memory.
import { quotedCell } from '../../../contract/csv-text.ts';
import { UNCALCULATED } from '../row.ts';
import {
  LinkedCells,
  lengthOf,
  linkOfFormula,
  readSheetLinks,
  type SheetLinks,
  type SheetRow,
} from './linked-cells.ts';
import { columnOf, MergedCells, type MergedColumns, readMergedColumns } from './merged-cells.ts';
import {
  type NumberStyle,
  readNumberStyles,
  readSharedTexts,
  readWorkbook,
  type Sheet,
  unescapedText,
  type Workbook,
  xmlParser,
} from './xlsx-parts.ts';
import { openZip, type ZipParts } from './zip-parts.ts';

/** The limits of Excel. */
const ROWS_MAX = 1_048_576;
const COLUMNS_MAX = 16_384;
/** Longest text of one cell: far above the limit of Excel, 32,767. */
const CELL_LENGTH_MAX = 1_000_000;
/** Longest start of a formula that is examined: a link is at the start. */
const FORMULA_LENGTH_MAX = 4096;
const CHUNK_CHARACTERS = 256 * 1024;
const DELIMITER = ',';
/** Written as CR, so that each row is one line and has its number in the sheet. The table reader restores LF. */
const LINE_BREAK = /\r\n?|\n/g;
const DAY_MS = 86_400_000;
/** Spreadsheets store at most 15 digits of a number. */
const ROUNDED_FROM = 1e15;
const START_MS = Date.UTC(1899, 11, 30);
/** The day number of 1 January 1904, with which the numbers of some workbooks begin. */
const DAYS_TO_1904 = 1462;
/** The number of 29 February 1900, which Excel counts and which did not exist: earlier numbers are one too small. */
const FALSE_LEAP_DAY = 60;
/** The last day of the year 9999; a larger number is not a date. */
const DAYS_MAX = 2_958_466;

export interface SheetChunk {
  /** Whole lines of CSV, UTF-8. */
  readonly lines: Buffer;
  /** Share of the sheet that has been returned up to and including this chunk, up to 1. */
  readonly share: number;
}

/** An opened workbook. Each read of rows opens the file again, so that nothing needs to be closed. */
export interface OpenedSheet {
  readonly sheet: string;
  /** The names of all visible sheets. */
  readonly sheets: readonly string[];
  rows(): AsyncGenerator<SheetChunk>;
}

/** The workbook is readable, but has no sheet with the given name or number. */
export class NoSuchSheet extends Error {}

const isZipStart = (start: Buffer) => start.toString('latin1', 0, 4) === 'PK\x03\x04';

/**
 * A sheet by its name, or by its number among the visible sheets (from 1); by default the first visible sheet. Null if
 * the file is not a workbook. Throws if the workbook is damaged or has no such sheet.
 */
export async function openSheet(path: string, start: Buffer, wanted: string | null): Promise<OpenedSheet | null> {
  if (!isZipStart(start)) return null;
  return await withZip(path, async (zip) => {
    if (zip.has('xl/workbook.bin')) throw new Error('it is a binary workbook (.xlsb): save it as .xlsx');
    if (!zip.has('xl/workbook.xml')) return null;
    const workbook = await readWorkbook(zip);
    const sheet = chosenSheet(workbook.sheets, wanted);
    let extras: SheetExtras | null = null;
    return {
      sheet: sheet.name,
      sheets: workbook.sheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name),
      rows: () =>
        rowsOf(path, async (opened) => {
          extras ??= {
            merged: await readMergedColumns(opened, sheet.part),
            links: await readSheetLinks(opened, sheet.part),
          };
          return { sheet, workbook, extras };
        }),
    };
  });
}

async function withZip<Result>(path: string, use: (zip: ZipParts) => Promise<Result>): Promise<Result> {
  const zip = await openZip(path);
  try {
    return await use(zip);
  } finally {
    zip.close();
  }
}

/** Numbers count the visible sheets, as a spreadsheet program shows them; a hidden sheet has a name only. */
function chosenSheet(sheets: readonly Sheet[], wanted: string | null): Sheet {
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const numbered = visible.length === 0 ? sheets : visible;
  const found =
    wanted === null
      ? numbered[0]
      : (sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()) ?? numbered[Number(wanted) - 1]);
  if (found !== undefined) return found;
  const names = sheets.map(({ name, isHidden }) => `"${name}"${isHidden ? ' (hidden)' : ''}`).join(', ');
  if (sheets.length === 0) throw new Error('it has no sheets');
  throw new NoSuchSheet(`it has no sheet "${wanted}"; it has ${names}`);
}

/** Lists that follow the rows in the file of the sheet. */
interface SheetExtras {
  readonly merged: MergedColumns;
  readonly links: SheetLinks;
}

interface SheetToRead {
  readonly sheet: Sheet;
  readonly workbook: Workbook;
  readonly extras: SheetExtras;
}

type Choose = (zip: ZipParts) => Promise<SheetToRead>;

async function* rowsOf(path: string, choose: Choose): AsyncGenerator<SheetChunk> {
  const zip = await openZip(path);
  try {
    const { sheet, workbook, extras } = await choose(zip);
    const [styles, texts] = [await readNumberStyles(zip), await readSharedTexts(zip)];
    const reader = new SheetReader({ texts, styles, isFrom1904: workbook.isFrom1904, ...extras });
    const size = Math.max(1, zip.sizeOf(sheet.part));
    let bytes = 0;
    for await (const chunk of (await zip.stream(sheet.part)).setEncoding('utf8')) {
      bytes += Buffer.byteLength(chunk as string);
      const lines = reader.write(chunk as string);
      if (lines !== null) yield { lines, share: Math.min(1, bytes / size) };
    }
    const lines = reader.end();
    if (lines !== null) yield { lines, share: 1 };
  } finally {
    zip.close();
  }
}

interface SheetFacts extends SheetExtras {
  readonly texts: readonly string[];
  /** By the number of a style. */
  readonly styles: readonly NumberStyle[];
  readonly isFrom1904: boolean;
}

interface Cell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  isFormula: boolean;
  hasValue: boolean;
}

/** Collects the rows of a sheet from XML events. */
class SheetReader {
  readonly #facts: SheetFacts;
  readonly #parser: ReturnType<typeof xmlParser>;
  readonly #merged: MergedCells;
  readonly #linked: LinkedCells;
  /** Complete lines that have not been returned. */
  #lines = '';
  /** Number of the last row that was read. */
  #lastRow = 0;
  /** Number of the last written row. The lines of the CSV text have the numbers of the rows. */
  #linesDone = 0;
  #row = 0;
  #cells: string[] = [];
  #formulaLinks: Map<number, string> | null = null;
  #cell: Cell | null = null;
  #value = '';
  #isValue = false;
  /** Whether the text is a reading aid of Japanese, which is not part of the value. */
  #isAid = false;
  #formula: string | null = null;

  constructor(facts: SheetFacts) {
    this.#facts = facts;
    this.#merged = new MergedCells(facts.merged);
    this.#linked = new LinkedCells(facts.links);
    this.#parser = xmlParser({
      open: (name, attributes) => this.#open(name, attributes),
      close: (name) => this.#close(name),
      text: (text) => this.#text(text),
    });
  }

  /** Returns complete lines once there are enough of them, else null. */
  write(xml: string): Buffer | null {
    this.#parser.write(xml);
    return this.#lines.length < CHUNK_CHARACTERS ? null : this.#take();
  }

  end(): Buffer | null {
    this.#parser.end();
    for (const row of this.#linked.rest()) this.#writeRow(row);
    return this.#lines === '' ? null : this.#take();
  }

  #take(): Buffer {
    const lines = Buffer.from(this.#lines);
    this.#lines = '';
    return lines;
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.#row = attributes['r'] === undefined ? this.#lastRow + 1 : Number(attributes['r']);
      if (!(this.#row > this.#lastRow && this.#row <= ROWS_MAX))
        throw new Error(`it has an invalid row number ${attributes['r']}`);
      this.#cells = [];
      this.#formulaLinks = null;
    } else if (name === 'c') {
      const column = attributes['r'] === undefined ? this.#cells.length : columnOf(attributes['r']);
      if (!(column >= 0 && column < COLUMNS_MAX))
        throw new Error(`it has an invalid cell reference ${attributes['r']}`);
      const [type, style] = [attributes['t'] ?? 'n', Number(attributes['s'] ?? 0)];
      this.#cell = { column, type, style, isFormula: false, hasValue: false };
      this.#value = '';
    } else if (name === 'rPh') {
      this.#isAid = true;
    } else if (this.#cell === null || this.#isAid) {
      return;
    } else if (name === 'v' || name === 't') {
      this.#isValue = true;
      this.#cell.hasValue = true;
    } else if (name === 'f') {
      this.#cell.isFormula = true;
      this.#formula = '';
    }
  }

  #text(text: string): void {
    if (this.#formula !== null && this.#formula.length < FORMULA_LENGTH_MAX) this.#formula += text;
    if (!this.#isValue) return;
    this.#value += text;
    if (this.#value.length > CELL_LENGTH_MAX)
      throw new Error(`row ${this.#row} has a cell of over ${CELL_LENGTH_MAX} characters`);
  }

  #close(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'rPh') this.#isAid = false;
    else if (name === 'f') this.#endFormula();
    else if (name === 'c' && this.#cell !== null) {
      const { column } = this.#cell;
      while (this.#cells.length < column) this.#cells.push('');
      this.#cells[column] = isUncalculated(this.#cell, this.#value)
        ? UNCALCULATED
        : cellValue(this.#cell, this.#value, this.#facts);
      this.#cell = null;
    } else if (name === 'row') this.#endRow();
  }

  #endFormula(): void {
    const link = this.#cell === null ? null : linkOfFormula(this.#formula ?? '');
    this.#formula = null;
    if (link === null || this.#cell === null) return;
    this.#formulaLinks ??= new Map();
    this.#formulaLinks.set(this.#cell.column, link);
  }

  #endRow(): void {
    this.#merged.fill(this.#row, this.#cells);
    this.#lastRow = this.#row;
    const row = { number: this.#row, cells: this.#cells, formulaLinks: this.#formulaLinks };
    for (const ready of this.#linked.add(row)) this.#writeRow(ready);
  }

  #writeRow({ number, cells }: SheetRow): void {
    this.#lines += '\n'.repeat(number - this.#linesDone - 1);
    this.#lines += `${cells
      .slice(0, lengthOf(cells))
      .map((cell) => quotedCell(cell.replace(LINE_BREAK, '\r'), DELIMITER))
      .join(DELIMITER)}\n`;
    this.#linesDone = number;
  }
}

/** Programs write formulas without their values, which only a spreadsheet computes. An empty text is a value. */
const isUncalculated = ({ isFormula, hasValue, type }: Cell, value: string) =>
  isFormula && value === '' && !(hasValue && type === 'str');

/** The text of a cell. Errors such as `#N/A` have none. */
function cellValue({ type, style }: Cell, value: string, { texts, styles, isFrom1904 }: SheetFacts): string {
  switch (type) {
    case 's':
      return texts[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'true' : 'false';
    case 'e':
      return '';
    case 'n': {
      if (value === '') return '';
      const number = Number(value);
      const { isDate, digits } = styles[style] ?? { isDate: false, digits: 0 };
      const days = isFrom1904 ? number + DAYS_TO_1904 : number;
      if (isDate && number >= 1 && days < DAYS_MAX) return dateOf(days);
      const text = Number.isFinite(number) ? plainNumber(number, value) : value;
      return /^\d+$/.test(text) ? text.padStart(digits, '0') : text;
    }
    default:
      return unescapedText(value);
  }
}

/** A day, or a time of a day. */
function dateOf(days: number): string {
  const seconds = Math.round(((days < FALSE_LEAP_DAY ? days + 1 : days) * DAY_MS) / 1000);
  const iso = new Date(START_MS + seconds * 1000).toISOString();
  return Number.isInteger(days) ? iso.slice(0, 'YYYY-MM-DD'.length) : `${iso.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`;
}

/**
 * `491701234567`, not `4.91701234567E11`. A sum such as 0.1 + 0.2 has the 15 digits that Excel shows. A whole number
 * keeps all its digits, which may be more than a JavaScript number can hold, or its exponent form if it was rounded.
 */
function plainNumber(number: number, value: string): string {
  if (/^-?\d+$/.test(value)) return value;
  if (!Number.isInteger(number)) return String(Number(number.toPrecision(15)));
  return Math.abs(number) < ROUNDED_FROM ? BigInt(number).toString() : value;
}
