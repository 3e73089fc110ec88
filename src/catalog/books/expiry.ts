// Retention: removes rows that are too old. The date of a row is its updated_at, else that of the last run of its
// source that brought it.
import type { KindTypes } from '../matching/decide-row.ts';
import { broughtAt, type SourceRow } from '../matching/source-row.ts';
import type { Books } from './books.ts';
import type { RecordBook } from './record-book.ts';

interface Dated {
  readonly updated_at: string | null;
}

interface DatedKind extends KindTypes {
  readonly stored: Dated;
}

export class Expiry {
  readonly #books: Books;
  readonly #before: number;
  /** Runs that began since; of pushed rows, those with a call since. */
  readonly #recentRuns: ReadonlySet<number>;

  constructor(books: Books, before: string) {
    this.#books = books;
    this.#before = Date.parse(before);
    this.#recentRuns = new Set(
      books.runs.runs().flatMap((run) => {
        const at = run.isPush ? (run.finishedAt ?? run.startedAt) : run.startedAt;
        return Date.parse(at) >= this.#before ? [run.id] : [];
      }),
    );
  }

  /** Records without rows are removed; the others are the fold of their younger rows. */
  apply<Kind extends DatedKind>(book: RecordBook<Kind>): { removed: number; changed: number } {
    const ids = this.#books.store.sql.values<[], number>(`SELECT id FROM ${book.kind} ORDER BY id`).all();
    let removed = 0;
    let changed = 0;
    for (const id of ids) {
      const rows = book.rowsOf(id);
      const young = rows.filter((row) => this.#isYoung(id, row));
      if (young.length === rows.length) continue;
      if (young.length === 0) book.verdicts.forget(book.rulings.keysOf(id));
      const isChanged = book.rewrite(id, young);
      if (young.length === 0) removed += 1;
      else if (isChanged) changed += 1;
    }
    return { removed, changed };
  }

  #isYoung(recordId: number, row: SourceRow<Dated>): boolean {
    const { updated_at } = row.record;
    if (updated_at !== null) return Date.parse(updated_at) >= this.#before;
    if (Date.parse(broughtAt(this.#books.runs.sourceOf(row.runId), row)) >= this.#before) return true;
    if (row.metRun !== null && this.#recentRuns.has(row.metRun)) return true;
    const isOfSource = (runId: number) =>
      this.#books.runs.sourceOf(runId).sourceId === this.#books.runs.sourceOf(row.runId).sourceId;
    return [...this.#recentRuns].some(
      (runId) => runId > row.runId && isOfSource(runId) && this.#books.seen.has(runId, recordId),
    );
  }
}
