// Reads one input and makes batches of records, with the rejected rows and dropped values. Reads and counts; writes
// nothing.
import { rowDecoder } from './decode-row.ts';
import { columnNames } from './map/column.ts';
import type { Mapping } from './map/column-mapping.ts';
import type { ImportKind } from './map/import-fields.ts';
import type { Notes, Reject, Scope } from './normalize/scope.ts';
import { readRowBlocks } from './read/read-rows.ts';
import type { Row } from './read/row.ts';
import type { Source } from './read/source.ts';
import { isFault, ReasonCounter, type ReasonWithExamples, UNKNOWN_FIELD } from './reasons.ts';
import type { ImportRecords, RecordBuilder } from './record-builder.ts';
import { acceptedLine, type Fault, rejectLine } from './reject-file.ts';
import { type RejectFormat, rejectFormatOf } from './reject-format.ts';

/**
 * Rows in one batch, and so in one transaction, up to FIRST_ROWS. The batch is small so that small files show progress
 * and an interruption loses little.
 */
const BATCH_ROWS = 1000;
const LATER_BATCH_ROWS = 8000;
const FIRST_ROWS = 10_000;
/** Characters or bytes of input in one batch: a memory bound for huge rows. */
const BATCH_TEXT_MAX = 8 * 1024 * 1024;

export interface Input {
  readonly source: Source;
  readonly mapping: Mapping;
}

/** A rejected row, and its reason. */
export interface RejectedRow {
  readonly line: number;
  readonly field: string | null;
  readonly reason: string;
}

export interface Batch<Records = ImportRecords> {
  readonly rows: number;
  /** Line of the last row. */
  readonly line: number;
  /** Whether it is the last batch of the input; it may be empty. */
  readonly isFileDone: boolean;
  readonly records: Records;
  /** The line of each record. */
  readonly lines: readonly number[];
  /** The rows without a record: rejected ones and duplicates. */
  readonly rejects: readonly RejectedRow[];
  /** One entry for each rejected row, in the format of its input: rows = records + rejected + duplicates. */
  readonly rejectLines: readonly string[];
  /** Number of rows that repeat earlier ones. */
  readonly duplicates: number;
  /** Number of accepted rows with a dropped, repaired or doubtful value. */
  readonly warned: number;
  /** Lines of the report on rejected rows and rows with warnings, in order; empty if no report is written. */
  readonly listed: readonly string[];
  readonly rejectReasons: readonly ReasonWithExamples[];
  readonly warningReasons: readonly ReasonWithExamples[];
}

interface Reading<Records> {
  readonly kind: ImportKind;
  readonly builder: RecordBuilder<Records>;
  /** Whether to write lines of the report. Default: no. */
  readonly isListing?: boolean;
  /** Rows (without a table's header) that are already written. */
  readonly rowsDone: number;
  /**
   * Reads every batch, but builds records only for batches whose number (from 0, in this call) modulo `of` is `index`.
   * Default: all.
   */
  readonly share?: { readonly index: number; readonly of: number };
}

/**
 * The batches of an input after the rows that are done. If reading cannot continue, returns a batch of the rows before
 * the fault, then throws ImportError.
 */
export async function* readBatches<Records>(input: Input, reading: Reading<Records>): AsyncGenerator<Batch<Records>> {
  const { source, mapping } = input;
  const { index, of } = reading.share ?? { index: 0, of: 1 };
  const builder = new BatchBuilder(input, reading);
  let rowsToSkip = reading.rowsDone;
  let isHeader = mapping.format.kind === 'table';
  let number = 0;
  const isOwn = () => number % of === index;
  const blocks = readRowBlocks(source, mapping.format);
  for (;;) {
    const step = await nextOf(blocks);
    if ('failure' in step) {
      if (isOwn() && !builder.isEmpty) yield builder.take(false);
      throw step.failure;
    }
    if (step.done) break;
    for (const row of step.value) {
      if (isHeader) {
        isHeader = false;
        continue;
      }
      if (rowsToSkip > 0) {
        rowsToSkip -= 1;
        builder.skip(row);
        continue;
      }
      if (isOwn()) builder.add(row);
      else builder.pass(row);
      if (!builder.isFull) continue;
      const batch = builder.take(false);
      if (isOwn()) yield batch;
      number += 1;
    }
  }
  if (isOwn()) yield builder.take(true);
}

/** The next rows, or the fault that ended reading. Catches faults of reading only, not faults of making records. */
async function nextOf(blocks: AsyncIterator<readonly Row[]>) {
  return blocks.next().catch((failure: unknown) => ({ failure }));
}

class BatchBuilder<Records> {
  readonly #path: string;
  readonly #columnNames: readonly string[];
  readonly #rejectFormat: RejectFormat;
  readonly #builder: RecordBuilder<Records>;
  readonly #decode: ReturnType<typeof rowDecoder>;
  readonly #rejects: ReasonCounter;
  readonly #warnings: ReasonCounter;
  readonly #isListing: boolean;
  /** Notes on the current row. */
  #noted: Fault[] = [];
  readonly #notes: Notes = { warn: (field, reason, value) => this.#noted.push({ field, reason, value }) };
  #lines: number[] = [];
  #rejectedRows: RejectedRow[] = [];
  #rejectLines: string[] = [];
  #duplicates = 0;
  #listed: string[] = [];
  #warned = 0;
  #rows = 0;
  #rowsBefore = 0;
  #textLength = 0;
  #line = 1;

  constructor({ source, mapping }: Input, { kind, builder, isListing = false }: Reading<Records>) {
    this.#path = source.path;
    this.#columnNames = columnNames(mapping.columns.map(({ column }) => column.header));
    this.#rejectFormat = rejectFormatOf(mapping);
    this.#builder = builder;
    this.#decode = rowDecoder(mapping, kind);
    this.#rejects = new ReasonCounter(kind);
    this.#warnings = new ReasonCounter(kind);
    this.#isListing = isListing;
  }

  /** Equal in every thread that reads the input, because it does not depend on the content of the rows. */
  get isFull(): boolean {
    const rowsMax = this.#rowsBefore < FIRST_ROWS ? BATCH_ROWS : LATER_BATCH_ROWS;
    return this.#rows >= rowsMax || this.#textLength >= BATCH_TEXT_MAX;
  }

  get isEmpty(): boolean {
    return this.#rows === 0;
  }

  /** Counts a row of a batch that another thread makes. */
  pass(row: Row): void {
    this.#rows += 1;
    this.#textLength += row.byteLength ?? row.text.length;
  }

  add(row: Row): void {
    this.pass(row);
    this.#line = row.line;
    this.#warnings.startRow();
    const scope = this.#scopeOf(row, this.#notes);
    const reject = 'reject' in scope ? scope.reject : this.#builder.add(scope);
    if (reject === null) this.#accept(row);
    else this.#reject(row, reject);
    if (this.#noted.length > 0) this.#noted = [];
  }

  /** Counts a row that is already written. */
  skip(row: Row): void {
    this.#rowsBefore += 1;
    if (!this.#builder.isCounting) return;
    const scope = this.#scopeOf(row, SILENT);
    if (!('reject' in scope)) this.#builder.pass(scope);
  }

  take(isFileDone: boolean): Batch<Records> {
    const batch = {
      rows: this.#rows,
      line: this.#line,
      isFileDone,
      records: this.#builder.take(),
      lines: this.#lines,
      rejects: this.#rejectedRows,
      rejectLines: this.#rejectLines,
      duplicates: this.#duplicates,
      listed: this.#listed,
      warned: this.#warned,
      rejectReasons: this.#rejects.take(),
      warningReasons: this.#warnings.take(),
    };
    this.#rowsBefore += this.#rows;
    this.#rows = 0;
    this.#lines = [];
    this.#rejectedRows = [];
    this.#rejectLines = [];
    this.#duplicates = 0;
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

  /** The report lists other faults with the rejected row. They are not warnings, because the row is not accepted. */
  #reject(row: Row, reject: Reject): void {
    const { field, reason } = reject;
    this.#count(this.#noted.filter((each) => each.reason === UNKNOWN_FIELD));
    const faults = this.#noted.filter((each) => isFault(each) && (each.field !== field || each.reason !== reason));
    if (this.#isListing)
      this.#listed.push(rejectLine({ file: this.#path, row, reject, columnNames: this.#columnNames, faults }));
    this.#rejectedRows.push({ line: row.line, field, reason });
    if (reject.isDuplicate) {
      this.#duplicates += 1;
      return;
    }
    this.#rejects.add({ field, reason, file: this.#path, line: row.line }, reject.value);
    this.#rejectLines.push(this.#rejectFormat.rowText(row, reject, faults));
  }

  #count(noted: readonly Fault[]): void {
    for (const { field, reason, value } of noted)
      this.#warnings.add({ field, reason, file: this.#path, line: this.#line }, value);
  }
}

const SILENT: Notes = { warn: () => {} };
