// Takes the rows of one run out of the records that it touched.
import type { ImportRun } from '../writer-port.ts';
import type { Books } from './books.ts';
import type { RecordBook } from './record-book.ts';
import type { KeptRow } from './source-rows.ts';

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

  /** Rows that a later run brought just so are that one's from now on; records without any row go. */
  undo<Stored>(book: RecordBook<Stored>): { removed: number; changed: number } {
    const { id: runId } = this.#run;
    const ids = (sql: string) => this.#books.database.prepare<{ runId: number }, number>(sql).pluck().all({ runId });
    // Read before anything is written.
    const alone = ids(`SELECT id FROM ${book.kind} WHERE run_id = @runId`);
    const shared = ids(
      `SELECT DISTINCT record_id FROM ${book.kind}_contribution WHERE run_id = @runId OR superseded_by = @runId`,
    );
    const left = this.#handOn(book.kind, alone);
    for (const id of left) book.rewrite(id, []);
    let removed = left.length;
    let changed = 0;
    for (const id of shared) {
      const rows = this.#withoutRun(book.rowsOf(id));
      if (rows.length === 0) removed += 1;
      if (this.#rewrite(book, id, rows) && rows.length > 0) changed += 1;
    }
    this.#books.database
      .prepare<{ runId: number }>(`UPDATE ${book.kind}_contribution SET met_run = NULL WHERE met_run = @runId`)
      .run({ runId });
    this.#books.database.prepare<{ runId: number }>('DELETE FROM import_met WHERE run_id = @runId').run({ runId });
    return { removed, changed };
  }

  /** Gives records made of one row to the first later run that met them; answers the others. */
  #handOn(kind: 'company' | 'person', ids: readonly number[]): readonly number[] {
    const place = this.#books.database.prepare<[number, number]>(
      `UPDATE ${kind} SET run_id = ?, file = 0, line = 0 WHERE id = ?`,
    );
    return this.#laterRuns.reduce<readonly number[]>((left, runId) => {
      const met = new Set(left.filter((id) => this.#books.met.has(runId, id)));
      for (const id of met) place.run(runId, id);
      return left.filter((id) => !met.has(id));
    }, ids);
  }

  #withoutRun<Stored>(rows: readonly KeptRow<Stored>[]): KeptRow<Stored>[] {
    const left = rows.flatMap((row): KeptRow<Stored>[] => {
      if (row.runId !== this.#run.id) return [row];
      const { metRun } = row;
      return metRun !== null && metRun > this.#run.id ? [{ ...row, runId: metRun, file: 0, line: 0 }] : [];
    });
    return left.map((row) => {
      if (row.supersededBy !== this.#run.id) return row;
      const sourceId = (each: KeptRow<Stored>) => this.#books.runs.sourceOf(each.runId).sourceId;
      const next = left.find(
        (each) => each.rowKey === row.rowKey && each.runId > this.#run.id && sourceId(each) === sourceId(row),
      );
      return { ...row, supersededBy: next?.runId ?? null };
    });
  }

  /** The record of these rows; those that the run made join it are a record of their own again. */
  #rewrite<Stored>(book: RecordBook<Stored>, id: number, rows: readonly KeptRow<Stored>[]): boolean {
    const parts = new Map<string, KeptRow<Stored>[]>();
    const areLinked = (row: KeptRow<Stored>, part: readonly KeptRow<Stored>[] = []) =>
      part.some((each) => book.areLinked(each.record, row.record));
    for (const row of rows) {
      const former = this.#formerRecord(row);
      const isSince = former === STAYED && row.runId > this.#run.id && !areLinked(row, parts.get(STAYED));
      const linked = isSince ? [...parts].find(([, part]) => areLinked(row, part))?.[0] : undefined;
      const key = linked ?? former;
      parts.set(key, [...(parts.get(key) ?? []), { ...row, joins: row.joins.replace(this.#joinOf(row) ?? '', '') }]);
    }
    const [first = [], ...others] = [
      parts.get(STAYED) ?? [],
      ...[...parts].flatMap(([key, part]) => (key === STAYED ? [] : [part])),
    ].filter((part) => part.length > 0);
    const isChanged = book.rewrite(id, first);
    for (const part of others) book.createFrom(part);
    return isChanged || others.length > 0;
  }

  #joinOf({ joins }: { readonly joins: string }): string | null {
    return new RegExp(`(?<=^|;)${this.#run.id}:\\d+;`).exec(joins)?.[0] ?? null;
  }

  /** The record that the run found a row in, before it made that one join another. */
  #formerRecord(row: { readonly joins: string }): string {
    return this.#joinOf(row) ?? STAYED;
  }
}

/** The part of a record that was there before any other joined it. */
const STAYED = 'stayed';
