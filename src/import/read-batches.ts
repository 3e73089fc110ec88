// The rows of one input as batches of records, beside what was refused and dropped. Reads and counts; writes nothing.
import { rowDecoder } from './decode-row.ts';
import type { Mapping } from './map/column-mapping.ts';
import type { ImportKind } from './map/import-fields.ts';
import type { Notes, Reject, Scope } from './normalise/scope.ts';
import { type OwnForm, ownFormOf } from './own-form.ts';
import { readRowBlocks } from './read/read-rows.ts';
import type { Row } from './read/row.ts';
import type { Source } from './read/source.ts';
import { isFault, type MetReason, ReasonCounter, UNKNOWN_FIELD } from './reasons.ts';
import type { ImportRecords, RecordMaker } from './record-maker.ts';
import { acceptedLine, type Fault, rejectLine } from './reject-file.ts';

/** Rows in one batch, and so in one transaction: few at first, so that small files show their progress and lose little. */
const BATCH_ROWS = 1000;
const LATER_BATCH_ROWS = 8000;
const FIRST_ROWS = 10_000;
/** Characters or bytes of input in one batch: bounds memory where rows are huge. */
const BATCH_TEXT_MAX = 8 * 1024 * 1024;

export interface Input {
  readonly source: Source;
  readonly mapping: Mapping;
}

export interface Batch<Records = ImportRecords> {
  readonly rows: number;
  /** Line of the last row. */
  readonly line: number;
  /** The last batch of the input; it may be empty. */
  readonly isFileDone: boolean;
  readonly records: Records;
  /** The line of each record. */
  readonly lines: readonly number[];
  /** One for each refused row, in the form of its input: rows = records + refused. */
  readonly refused: readonly string[];
  /** Rows that were kept although a value of them was dropped, repaired or doubtful. */
  readonly warned: number;
  /** Lines of the report, of both kinds of rows in their order; empty where none is asked for. */
  readonly listed: readonly string[];
  readonly rejectReasons: readonly MetReason[];
  readonly warningReasons: readonly MetReason[];
}

interface Reading<Records> {
  readonly kind: ImportKind;
  readonly maker: RecordMaker<Records>;
  /** Whether lines of the report are wanted. Default: no. */
  readonly isListing?: boolean;
  /** Rows (without a table's header) that are written already. */
  readonly rowsDone: number;
  /** Reads every batch, but makes only those whose number (from 0, of this call) leaves `index` over `of`. Default: all. */
  readonly share?: { readonly index: number; readonly of: number };
}

/**
 * The batches of an input, after the rows that are done. Throws ImportError where reading cannot go on, after a batch of the rows that were
 * read up to there.
 */
export async function* readBatches<Records>(input: Input, reading: Reading<Records>): AsyncGenerator<Batch<Records>> {
  const { source, mapping } = input;
  const { index, of } = reading.share ?? { index: 0, of: 1 };
  const builder = new BatchBuilder(input, reading);
  let rowsToSkip = reading.rowsDone;
  let isHeader = mapping.format.kind === 'table';
  let number = 0;
  const blocks = readRowBlocks(source, mapping.format);
  for (;;) {
    const step = await nextOf(blocks);
    if ('failure' in step) {
      if (number % of === index && !builder.isEmpty) yield builder.take(false);
      throw step.failure;
    }
    if (step.done) break;
    for (const row of step.value) {
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
  }
  if (number % of === index) yield builder.take(true);
}

/** The next rows, or why there are none; what fails here is the reading, not what is made of the rows. */
async function nextOf(blocks: AsyncIterator<readonly Row[]>) {
  return blocks.next().catch((failure: unknown) => ({ failure }));
}

class BatchBuilder<Records> {
  readonly #path: string;
  readonly #headers: readonly string[];
  readonly #ownForm: OwnForm;
  readonly #maker: RecordMaker<Records>;
  readonly #decode: ReturnType<typeof rowDecoder>;
  readonly #rejects: ReasonCounter;
  readonly #warnings: ReasonCounter;
  readonly #isListing: boolean;
  /** What is noted of the row under way. */
  #noted: Fault[] = [];
  readonly #notes: Notes = { warn: (field, reason, value) => this.#noted.push({ field, reason, value }) };
  #lines: number[] = [];
  #refused: string[] = [];
  #listed: string[] = [];
  #warned = 0;
  #rows = 0;
  #rowsBefore = 0;
  #textLength = 0;
  #line = 1;

  constructor({ source, mapping }: Input, { kind, maker, isListing = false }: Reading<Records>) {
    this.#path = source.path;
    this.#headers = mapping.columns.map(({ column }) => column.header);
    this.#ownForm = ownFormOf(mapping);
    this.#maker = maker;
    this.#decode = rowDecoder(mapping, kind);
    this.#rejects = new ReasonCounter(kind);
    this.#warnings = new ReasonCounter(kind);
    this.#isListing = isListing;
  }

  /** The same for everybody who reads the input: it does not depend on what the rows mean. */
  get isFull(): boolean {
    const rowsMax = this.#rowsBefore < FIRST_ROWS ? BATCH_ROWS : LATER_BATCH_ROWS;
    return this.#rows >= rowsMax || this.#textLength >= BATCH_TEXT_MAX;
  }

  get isEmpty(): boolean {
    return this.#rows === 0;
  }

  /** Counts a row of a batch that somebody else makes. */
  pass(row: Row): void {
    this.#rows += 1;
    this.#textLength += row.byteLength ?? row.text.length;
  }

  add(row: Row): void {
    this.pass(row);
    this.#line = row.line;
    this.#warnings.startRow();
    const scope = this.#scopeOf(row, this.#notes);
    const reject = 'reject' in scope ? scope.reject : this.#maker.add(scope);
    if (reject === null) this.#accept(row);
    else this.#refuse(row, reject);
    if (this.#noted.length > 0) this.#noted = [];
  }

  /** A row that is written already. */
  skip(row: Row): void {
    this.#rowsBefore += 1;
    if (!this.#maker.isCounting) return;
    const scope = this.#scopeOf(row, SILENT);
    if (!('reject' in scope)) this.#maker.pass(scope);
  }

  take(isFileDone: boolean): Batch<Records> {
    const batch = {
      rows: this.#rows,
      line: this.#line,
      isFileDone,
      records: this.#maker.take(),
      lines: this.#lines,
      refused: this.#refused,
      listed: this.#listed,
      warned: this.#warned,
      rejectReasons: this.#rejects.take(),
      warningReasons: this.#warnings.take(),
    };
    this.#rowsBefore += this.#rows;
    this.#rows = 0;
    this.#lines = [];
    this.#refused = [];
    this.#listed = [];
    this.#warned = 0;
    this.#textLength = 0;
    return batch;
  }

  #scopeOf(row: Row, notes: Notes): Scope | { readonly reject: Reject } {
    const decoded = this.#decode(row, notes);
    return 'reject' in decoded ? decoded : { values: decoded.values, path: '', notes };
  }

  #accept(row: Row): void {
    this.#lines.push(row.line);
    if (this.#noted.length === 0) return;
    this.#count(this.#noted);
    const faults = this.#noted.filter(isFault);
    if (faults.length === 0) return;
    this.#warned += 1;
    if (this.#isListing) this.#listed.push(acceptedLine({ file: this.#path, row, faults }));
  }

  /** What is wrong beside the reason stands with the refused row: nothing was dropped from a row that was kept. */
  #refuse(row: Row, reject: Reject): void {
    const { field, reason } = reject;
    this.#count(this.#noted.filter((each) => each.reason === UNKNOWN_FIELD));
    const faults = this.#noted.filter((each) => isFault(each) && (each.field !== field || each.reason !== reason));
    this.#rejects.add({ field, reason, file: this.#path, line: row.line }, reject.value);
    if (this.#isListing)
      this.#listed.push(rejectLine({ file: this.#path, row, reject, headers: this.#headers, faults }));
    this.#refused.push(this.#ownForm.rowText(row, reject, faults));
  }

  #count(noted: readonly Fault[]): void {
    for (const { field, reason, value } of noted)
      this.#warnings.add({ field, reason, file: this.#path, line: this.#line }, value);
  }
}

const SILENT: Notes = { warn: () => {} };
