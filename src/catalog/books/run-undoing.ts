// Undoes one run in the records that it changed.
import type { RecordKind } from '../keeper-port.ts';
import type { KindTypes } from '../matching/decide-row.ts';
import type { SourceRow } from '../matching/source-row.ts';
import { firstFormerId, partsBeforeRun, rowsWithoutRun } from '../matching/undo-run.ts';
import type { ImportRun } from '../writer-port.ts';
import { blocksOf } from './blocks.ts';
import type { Books } from './books.ts';
import type { UndoState } from './part-decisions.ts';
import type { RecordBook } from './record-book.ts';

export class RunUndoing {
  readonly #books: Books;
  readonly #run: ImportRun;
  /** Later runs of the source, the earliest first. */
  readonly #laterRuns: readonly number[];

  constructor(books: Books, run: ImportRun) {
    this.#books = books;
    this.#run = run;
    this.#laterRuns = books.runs
      .others(run)
      .map(({ id }) => id)
      .filter((id) => id > run.id);
  }

  /** Rows that a later run brought unchanged belong to that run from now on; records without rows are removed. */
  undo<Kind extends KindTypes>(book: RecordBook<Kind>): { removed: number; changed: number } {
    const { id: runId } = this.#run;
    const ids = (text: string) => this.#books.store.sql.values<[{ runId: number }], number>(text).all({ runId });
    // Read before any write.
    const alone = ids(`SELECT id FROM ${book.kind} WHERE run_id = @runId ORDER BY id`);
    const shared = ids(
      `SELECT DISTINCT record_id FROM ${book.kind}_contribution WHERE run_id = @runId OR superseded_by = @runId
       ORDER BY record_id`,
    );
    const gone = new Set(ids(recordsOfRunAlone(`${book.kind}_contribution`)));
    const removed = [...this.#handOn(book.kind, alone), ...gone];
    for (const block of blocksOf(removed)) book.removeAll(block);
    const staying = shared.filter((id) => !gone.has(id));
    let changed = 0;
    const undoing: UndoState = { slugsBefore: book.slugsBefore(runId), lacking: new Set() };
    for (const block of blocksOf(staying)) changed += this.#rewrite(book, block, undoing);
    // A profile URL may have become free after its record was written.
    for (const block of blocksOf([...undoing.lacking])) this.#rewrite(book, block, undoing);
    book.restoreRelations(runId);
    const { sql } = this.#books.store;
    sql.update(`${book.kind}_contribution`, ['met_run'], ['met_run']).run(null, runId);
    sql.remove('import_met', ['run_id']).run(runId);
    return { removed: removed.length, changed };
  }

  /** Assigns records with one row to the first later run that brought them; returns the others. */
  #handOn(kind: RecordKind, ids: readonly number[]): readonly number[] {
    const place = this.#books.store.sql.update(kind, ['run_id', 'file', 'line'], ['id']);
    return this.#laterRuns.reduce<readonly number[]>((left, runId) => {
      const met = new Set(left.filter((id) => this.#books.seen.has(runId, id)));
      for (const id of met) place.run(runId, 0, 0, id);
      return left.filter((id) => !met.has(id));
    }, ids);
  }

  /**
   * The records without the rows of the run; those that the run merged into one are separate again. Counts changed
   * ones.
   */
  #rewrite<Kind extends KindTypes>(book: RecordBook<Kind>, ids: readonly number[], undoing: UndoState): number {
    const { id: runId } = this.#run;
    const allRows = book.rowsOfAll(ids);
    const plans = ids.map((id, place) => {
      const seen = (allRows[place] ?? []).map((row) => this.#withSeen(id, row));
      const rows = rowsWithoutRun(seen, runId, (each) => this.#books.runs.sourceOf(each));
      const [staying, ...separated] = partsBeforeRun(rows, runId, (a, b) => book.areLinked(a, b));
      return { id, staying: staying?.rows ?? [], separated };
    });
    return book.rewriteAll(plans, undoing).filter((isChanged) => isChanged).length;
  }

  /** A row of the run with a later one that brought it unchanged while it was the only row of its record. */
  #withSeen<Stored>(recordId: number, row: SourceRow<Stored>): SourceRow<Stored> {
    if (row.runId !== this.#run.id || row.metRun !== null) return row;
    const aloneIn = firstFormerId(row) ?? recordId;
    return { ...row, metRun: this.#laterRuns.find((runId) => this.#books.seen.has(runId, aloneIn)) ?? null };
  }
}

/** Records all of whose rows are of the run, and were brought by no later one. */
function recordsOfRunAlone(table: string): string {
  return `SELECT DISTINCT record_id FROM ${table} AS own WHERE run_id = @runId AND NOT EXISTS (
      SELECT 1 FROM ${table} AS other WHERE other.record_id = own.record_id
        AND (other.run_id <> @runId OR other.met_run > @runId))
    ORDER BY record_id`;
}
