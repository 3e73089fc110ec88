// Maintenance of a catalog: provenance, splits, undoing of runs, source priorities.
import type { CompanyRecord, PersonRecord } from '../../contract/import-records.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import type {
  CatalogKeeper,
  ForgottenPerson,
  PersonSelector,
  RecordKind,
  RecordOrigins,
  RowsToSplit,
  UndoneRun,
} from '../keeper-port.ts';
import type { KindTypes } from '../matching/decide-row.ts';
import { receivedAt } from '../matching/source-row.ts';
import { pinsOf, splitRows } from '../matching/split-rows.ts';
import type { Merged, RecordKeeper, Verdict } from '../review-port.ts';
import { textTraces } from '../tables/text-traces.ts';
import { blocksOf } from './blocks.ts';
import type { Books } from './books.ts';
import { Expiry } from './expiry.ts';
import { Forgetting } from './forgetting.ts';
import type { RecordBook } from './record-book.ts';
import { idNamed, Reviewing } from './reviewing.ts';
import { RunUndoing } from './run-undoing.ts';

export class BookedKeeper implements RecordKeeper {
  readonly #books: Books;
  readonly #reviewing: Reviewing;

  constructor(books: Books) {
    this.#books = books;
    this.#reviewing = new Reviewing(books);
  }

  async companyOrigins(slug: string): Promise<RecordOrigins<CompanyRecord> | null> {
    return this.#books.transact(() => this.#originsOf(this.#books.companies, slug));
  }

  async personOrigins(slug: string): Promise<RecordOrigins<PersonRecord> | null> {
    return this.#books.transact(() => this.#originsOf(this.#books.people, slug));
  }

  async split(kind: RecordKind, slug: string, rows: RowsToSplit): Promise<{ stays: string; split: string }> {
    return this.#books.transact(() =>
      kind === 'company' ? this.#split(this.#books.companies, slug, rows) : this.#split(this.#books.people, slug, rows),
    );
  }

  async reviews(page: Parameters<RecordKeeper['reviews']>[0]): ReturnType<RecordKeeper['reviews']> {
    return this.#books.transact(() => this.#reviewing.reviews(page));
  }

  async decideReview(id: number, isSame: boolean, at: string): ReturnType<RecordKeeper['decideReview']> {
    return this.#books.transact(() => this.#reviewing.decideReview(id, isSame, at));
  }

  async mergeRecords(kind: RecordKind, slugs: readonly [string, string], at: string): Promise<Merged> {
    return this.#books.transact(() => this.#reviewing.mergeRecords(kind, slugs, at));
  }

  async verdicts(): Promise<readonly Verdict[]> {
    return this.#books.transact(() => this.#reviewing.verdicts());
  }

  async addVerdicts(verdicts: readonly Verdict[]): ReturnType<RecordKeeper['addVerdicts']> {
    return this.#books.transact(() => this.#reviewing.addVerdicts(verdicts));
  }

  async undoRun(id: number, at: string): Promise<UndoneRun> {
    return this.#books.transact(() => {
      const run = this.#books.runs.run(id);
      if (run === null) {
        throw new OperatorError(`there is no import ${id}; \`cardfile imports list\` shows them`, {
          isUnknown: true,
          inDashboard: 'there is no such import',
        });
      }
      if (run.undoneAt !== null)
        throw new OperatorError(`import ${id} was undone at ${run.undoneAt} already`, {
          inDashboard: 'this import was undone already',
        });
      this.#books.runs.undo(id, at);
      const undoing = new RunUndoing(this.#books, run);
      if (run.kind === 'jobs') {
        const { before, after } = this.#books.runs.neighborsOf(id);
        const openings = this.#books.openings.undo({ runId: id, earlier: before ?? 0, later: after ?? 0 });
        return { removed: 0, changed: 0, openings };
      }
      const { removed, changed } =
        run.kind === 'companies' ? undoing.undo(this.#books.companies) : undoing.undo(this.#books.people);
      return { removed, changed, openings: 0 };
    });
  }

  async sources(): ReturnType<CatalogKeeper['sources']> {
    return this.#books.runs.sources();
  }

  async setPriority(source: string, priority: number): Promise<number | null> {
    return this.#books.transact(() => {
      if (!this.#books.runs.setPriority(source, priority)) return null;
      return this.#mergeAnew(this.#books.companies, source) + this.#mergeAnew(this.#books.people, source);
    });
  }

  async forgetPeople(
    who: PersonSelector,
    suppressAt: string | null,
    by: string | null = null,
  ): Promise<ForgottenPerson[]> {
    return this.#books.transact(() => new Forgetting(this.#books).forget(who, suppressAt, by));
  }

  async isSuppressed(who: PersonSelector): Promise<boolean> {
    return this.#books.transact(() => new Forgetting(this.#books).isSuppressed(who));
  }

  async expireRows(before: string): ReturnType<CatalogKeeper['expireRows']> {
    return this.#books.transact(() => {
      const expiry = new Expiry(this.#books, before);
      const companies = expiry.apply(this.#books.companies);
      const people = expiry.apply(this.#books.people);
      return { removed: companies.removed + people.removed, changed: companies.changed + people.changed };
    });
  }

  async traces(texts: readonly string[]): ReturnType<CatalogKeeper['traces']> {
    const { store } = this.#books;
    return [...store.traces(texts), ...textTraces(store.sql, texts)];
  }

  async scrub(isThorough: boolean): Promise<void> {
    this.#books.store.scrub(isThorough);
  }

  close(): void {
    this.#books.store.close();
  }

  #originsOf<Kind extends KindTypes>(book: RecordBook<Kind>, slug: string): RecordOrigins<Kind['stored']> | null {
    const id = book.idOf(slug);
    if (id === null) return null;
    const rows = book.rowsOf(id).map((row) => {
      const of = this.#books.runs.sourceOf(row.runId);
      const { source, priority } = of;
      const runAt = receivedAt(of, row);
      const file = this.#books.runs.run(row.runId)?.files[of.isPush ? 0 : row.file] ?? '';
      const line = row.line === 0 ? null : row.line;
      const { record, runId, supersededBy } = row;
      return { id: row.id, record, source, priority, runId, runAt, file, line, supersededBy };
    });
    return { slug: book.slugOf(id) ?? slug, record: book.recordOf(id), rows };
  }

  #split<Kind extends KindTypes>(
    book: RecordBook<Kind>,
    slug: string,
    { ids, at }: RowsToSplit,
  ): { stays: string; split: string } {
    const id = idNamed(book, slug);
    const { unknown, staying, moved } = splitRows(book.rowsOf(id), ids);
    if (unknown.length > 0) {
      const inDashboard = 'these rows are not part of the record any more: it was changed meanwhile';
      throw new OperatorError(
        `${slug} has no row ${unknown[0]}; \`cardfile explain ${book.kind} ${slug}\` lists its rows`,
        { isUnknown: true, inDashboard },
      );
    }
    if (moved.length === 0 || staying.length === 0) {
      throw new OperatorError(`name some of the rows of ${slug}, and not all: both records need a row`);
    }
    book.verdicts.decide(book.decisions.keysOfRows(staying), book.decisions.keysOfRows(moved), { isSame: false, at });
    book.rewrite(id, staying);
    const split = book.splitFrom(id, { staying, moved });
    const sourceOf = (runId: number) => this.#books.runs.sourceOf(runId);
    for (const pin of [...pinsOf(staying, id, sourceOf), ...pinsOf(moved, split, sourceOf)]) book.constraints.pin(pin);
    book.constraints.keepApart(id, split);
    return { stays: book.slugOf(id) ?? '', split: book.slugOf(split) ?? '' };
  }

  #mergeAnew<Kind extends KindTypes>(book: RecordBook<Kind>, source: string): number {
    const ids = this.#books.store.sql
      .values<[string], number>(
        `SELECT DISTINCT record_id FROM ${book.kind}_contribution
         JOIN import_run ON import_run.id = run_id WHERE source = ? ORDER BY record_id`,
      )
      .all(source);
    let changed = 0;
    for (const block of blocksOf(ids)) {
      const rows = book.rowsOfAll(block);
      const plans = block.map((id, place) => ({ id, staying: rows[place] ?? [], separated: [] }));
      changed += book.rewriteAll(plans);
    }
    return changed;
  }
}
