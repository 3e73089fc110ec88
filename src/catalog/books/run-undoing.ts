// Undoes one run in the records that it changed.
import type { RecordKind } from '../keeper-port.ts';
import type { KindTypes } from '../matching/decide-row.ts';
import type { SourceRow } from '../matching/source-row.ts';
import { partsBeforeRun, rowsWithoutRun } from '../matching/undo-run.ts';
import type { ImportRun } from '../writer-port.ts';
import type { Books } from './books.ts';
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
      .runs()
      .filter((each) => each.id > run.id && each.source === run.source && each.kind === run.kind && !each.undoneAt)
      .map((each) => each.id);
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
    const left = this.#handOn(book.kind, alone);
    for (const id of left) book.rewrite(id, []);
    let removed = left.length;
    let changed = 0;
    for (const id of shared) {
      const rows = rowsWithoutRun(book.rowsOf(id), runId, (each) => this.#books.runs.sourceOf(each));
      if (rows.length === 0) removed += 1;
      if (this.#rewrite(book, id, rows) && rows.length > 0) changed += 1;
    }
    const { sql } = this.#books.store;
    sql.update(`${book.kind}_contribution`, ['met_run'], ['met_run']).run(null, runId);
    sql.remove('import_met', ['run_id']).run(runId);
    return { removed, changed };
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

  /** The record of these rows; those that the run merged into it are separate records again. */
  #rewrite<Kind extends KindTypes>(book: RecordBook<Kind>, id: number, rows: readonly SourceRow<Kind['stored']>[]) {
    const [first = [], ...others] = partsBeforeRun(rows, this.#run.id, (a, b) => book.areLinked(a, b));
    const isChanged = book.rewrite(id, first);
    for (const part of others) book.createFrom(part);
    return isChanged || others.length > 0;
  }
}
