// The rows of one input as batches of records, beside what was refused and dropped. Reads and counts; writes nothing.
import { rowDecoder } from './decode-row.ts';
import type { ImportKind } from './map/import-fields.ts';
import type { Mapping } from './map/mapping.ts';
import { isReject, type Notes, type Reject, type Scope } from './normalise/scope.ts';
import { type OwnForm, ownFormOf } from './own-form.ts';
import { readRows } from './read/read-rows.ts';
import type { Row } from './read/row.ts';
import type { Source } from './read/source.ts';
import { type MetReason, ReasonCounter } from './reasons.ts';
import type { ImportRecord, Normaliser } from './record-kinds.ts';
import { rejectLine } from './reject-file.ts';
import type { RefusedTexts } from './reject-files.ts';

/** Rows in one batch, and so in one transaction: few at first, so that small files show their progress and lose little. */
const BATCH_ROWS = 1000;
const LATER_BATCH_ROWS = 8000;
const FIRST_ROWS = 10_000;
/** Characters of input in one batch: bounds memory where rows are huge. */
const BATCH_TEXT_MAX = 8 * 1024 * 1024;

export interface Input {
  readonly source: Source;
  readonly mapping: Mapping;
}

export interface Batch {
  readonly rows: number;
  /** Line of the last row. */
  readonly line: number;
  /** The last batch of the input; it may be empty. */
  readonly isFileDone: boolean;
  readonly records: readonly ImportRecord[];
  /** The line of each record. */
  readonly lines: readonly number[];
  /** One for each refused row: rows = records + refused. */
  readonly refused: readonly RefusedTexts[];
  readonly rejectReasons: readonly MetReason[];
  readonly warningReasons: readonly MetReason[];
}

interface Reading {
  readonly kind: ImportKind;
  readonly normalise: Normaliser;
  /** Rows (without a table's header) that are written already. */
  readonly rowsDone: number;
  /** Whether the normaliser must see these too. */
  readonly isCounting: boolean;
  /** Reads every batch, but makes only those whose number (from 0, of this call) leaves `index` over `of`. Default: all. */
  readonly share?: { readonly index: number; readonly of: number };
}

/** The batches of an input, after the rows that are done. Throws ImportError where reading cannot go on. */
export async function* readBatches(input: Input, reading: Reading): AsyncGenerator<Batch> {
  const { source, mapping } = input;
  const { index, of } = reading.share ?? { index: 0, of: 1 };
  const builder = new BatchBuilder(input, reading);
  let rowsToSkip = reading.rowsDone;
  let isHeader = mapping.format.kind === 'table';
  let number = 0;
  for await (const row of readRows(source, mapping.format)) {
    if (isHeader) {
      isHeader = false;
    } else if (rowsToSkip > 0) {
      rowsToSkip--;
      builder.skip(row);
    } else {
      if (number % of === index) builder.add(row);
      else builder.pass(row);
      if (!builder.isFull) continue;
      const batch = builder.take(false);
      if (number % of === index) yield batch;
      number += 1;
    }
  }
  if (number % of === index) yield builder.take(true);
}

class BatchBuilder {
  readonly #path: string;
  readonly #headers: readonly string[];
  readonly #ownForm: OwnForm;
  readonly #reading: Reading;
  readonly #decode: ReturnType<typeof rowDecoder>;
  readonly #rejects = new ReasonCounter();
  readonly #warnings = new ReasonCounter();
  readonly #notes: Notes;
  #records: ImportRecord[] = [];
  #lines: number[] = [];
  #refused: RefusedTexts[] = [];
  #rows = 0;
  #rowsBefore = 0;
  #textLength = 0;
  #line = 1;

  constructor({ source, mapping }: Input, reading: Reading) {
    this.#path = source.path;
    this.#headers = mapping.columns.map(({ column }) => column.header);
    this.#ownForm = ownFormOf(mapping);
    this.#reading = reading;
    this.#decode = rowDecoder(mapping, reading.kind);
    this.#notes = {
      warn: (field, reason, value) => this.#warnings.add({ field, reason, file: this.#path, line: this.#line }, value),
    };
  }

  /** The same for everybody who reads the input: it does not depend on what the rows mean. */
  get isFull(): boolean {
    const rowsMax = this.#rowsBefore < FIRST_ROWS ? BATCH_ROWS : LATER_BATCH_ROWS;
    return this.#rows >= rowsMax || this.#textLength >= BATCH_TEXT_MAX;
  }

  /** Counts a row of a batch that somebody else makes. */
  pass(row: Row): void {
    this.#rows += 1;
    this.#textLength += row.text.length;
  }

  add(row: Row): void {
    this.pass(row);
    this.#line = row.line;
    const record = this.#recordOf(row, this.#notes);
    if (isReject(record)) {
      this.#refuse(row, record);
      return;
    }
    this.#records.push(record);
    this.#lines.push(row.line);
  }

  /** A row that is written already. */
  skip(row: Row): void {
    this.#rowsBefore += 1;
    if (this.#reading.isCounting) this.#recordOf(row, SILENT);
  }

  take(isFileDone: boolean): Batch {
    const batch = {
      rows: this.#rows,
      line: this.#line,
      isFileDone,
      records: this.#records,
      lines: this.#lines,
      refused: this.#refused,
      rejectReasons: this.#rejects.take(),
      warningReasons: this.#warnings.take(),
    };
    this.#rowsBefore += this.#rows;
    this.#rows = 0;
    this.#records = [];
    this.#lines = [];
    this.#refused = [];
    this.#textLength = 0;
    return batch;
  }

  #recordOf(row: Row, notes: Notes): ImportRecord | Reject {
    const decoded = this.#decode(row, notes);
    if ('reject' in decoded) return decoded.reject;
    const scope: Scope = { values: decoded.values, path: '', notes };
    return this.#reading.normalise(scope);
  }

  #refuse(row: Row, reject: Reject): void {
    const { field, reason } = reject;
    this.#rejects.add({ field, reason, file: this.#path, line: row.line }, reject.value);
    const report = rejectLine({ file: this.#path, row, reject, headers: this.#headers });
    this.#refused.push({ report, row: this.#ownForm.rowText(row, reject) });
  }
}

const SILENT: Notes = { warn: () => {} };
