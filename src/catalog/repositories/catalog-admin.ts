// Maintenance of a catalog: provenance, splits, undoing of runs, source priorities.
import type { CompanyRecord, OpeningRecord, PersonRecord } from '../../contract/import-records.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import type {
  CatalogAdmin,
  ForgottenPerson,
  PersonSelector,
  RecordKind,
  RecordOrigins,
  RowsToSplit,
  UndoneRun,
  UndoProgress,
} from '../admin-port.ts';
import type { KindTypes } from '../matching/decide-row.ts';
import { receivedAt } from '../matching/source-row.ts';
import { pinsOf, splitRows } from '../matching/split-rows.ts';
import type { Merged, RecordAdmin, Verdict } from '../review-port.ts';
import { textTraces } from '../tables/text-traces.ts';
import { blocksOf } from './blocks.ts';
import { Expiry } from './expiry.ts';
import { Forgetting } from './forgetting.ts';
import type { RecordRepository } from './record-repository.ts';
import type { Repositories } from './repositories.ts';
import { idNamed, Reviewing } from './reviewing.ts';
import { RunUndoing } from './run-undoing.ts';

const UNREPORTED: UndoProgress = { onRecords: () => {}, onCommit: () => {} };

export class SqlRecordAdmin implements RecordAdmin {
  readonly #repositories: Repositories;
  readonly #reviewing: Reviewing;

  constructor(repositories: Repositories) {
    this.#repositories = repositories;
    this.#reviewing = new Reviewing(repositories);
  }

  async companyOrigins(slug: string): Promise<RecordOrigins<CompanyRecord> | null> {
    return this.#repositories.read(() => this.#originsOf(this.#repositories.companies, slug));
  }

  async personOrigins(slug: string): Promise<RecordOrigins<PersonRecord> | null> {
    return this.#repositories.read(() => this.#originsOf(this.#repositories.people, slug));
  }

  async split(kind: RecordKind, slug: string, rows: RowsToSplit): Promise<{ stays: string; split: string }> {
    return this.#repositories.transact(() =>
      kind === 'company'
        ? this.#split(this.#repositories.companies, slug, rows)
        : this.#split(this.#repositories.people, slug, rows),
    );
  }

  async reviews(page: Parameters<RecordAdmin['reviews']>[0]): ReturnType<RecordAdmin['reviews']> {
    return this.#repositories.read(() => this.#reviewing.reviews(page));
  }

  async decideReview(id: number, isSame: boolean, at: string): ReturnType<RecordAdmin['decideReview']> {
    return this.#repositories.transact(() => this.#reviewing.decideReview(id, isSame, at));
  }

  async mergeRecords(kind: RecordKind, slugs: readonly [string, string], at: string): Promise<Merged> {
    return this.#repositories.transact(() => this.#reviewing.mergeRecords(kind, slugs, at));
  }

  async verdicts(): Promise<readonly Verdict[]> {
    return this.#repositories.read(() => this.#reviewing.verdicts());
  }

  async addVerdicts(verdicts: readonly Verdict[]): ReturnType<RecordAdmin['addVerdicts']> {
    return this.#repositories.transact(() => this.#reviewing.addVerdicts(verdicts));
  }

  async undoRun(id: number, at: string, progress: UndoProgress = UNREPORTED): Promise<UndoneRun> {
    return this.#repositories.transact(() => {
      const run = this.#repositories.runs.run(id);
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
      this.#repositories.runs.undo(id, at);
      const undoing = new RunUndoing(this.#repositories, run, progress.onRecords);
      if (run.kind === 'jobs') {
        const { before, after } = this.#repositories.runs.neighborsOf(id);
        const concerned = { runId: id, earlier: before ?? 0, later: after ?? 0 };
        const openings = this.#repositories.openings.undo(concerned, progress.onRecords);
        progress.onCommit();
        return { removed: 0, changed: 0, openings };
      }
      const { removed, changed } =
        run.kind === 'companies' ? undoing.undo(this.#repositories.companies) : undoing.undo(this.#repositories.people);
      progress.onCommit();
      return { removed, changed, openings: 0 };
    });
  }

  async closedBy(run: number): Promise<OpeningRecord[]> {
    return this.#repositories.read(() => this.#repositories.openings.closedBy(run));
  }

  async sources(): ReturnType<CatalogAdmin['sources']> {
    return this.#repositories.runs.sources();
  }

  async setPriority(source: string, priority: number): Promise<number | null> {
    return this.#repositories.transact(() => {
      if (!this.#repositories.runs.setPriority(source, priority)) return null;
      return this.#mergeAnew(this.#repositories.companies, source) + this.#mergeAnew(this.#repositories.people, source);
    });
  }

  async forgetPeople(
    who: PersonSelector,
    suppressAt: string | null,
    by: string | null = null,
  ): Promise<ForgottenPerson[]> {
    return this.#repositories.transact(() => new Forgetting(this.#repositories).forget(who, suppressAt, by));
  }

  async peopleNamed(who: PersonSelector): Promise<ForgottenPerson[]> {
    return this.#repositories.transact(() => new Forgetting(this.#repositories).named(who));
  }

  async slugsOf(who: PersonSelector): Promise<string[]> {
    return this.#repositories.transact(() => new Forgetting(this.#repositories).slugsOf(who));
  }

  async isSuppressed(who: PersonSelector): Promise<boolean> {
    return this.#repositories.transact(() => new Forgetting(this.#repositories).isSuppressed(who));
  }

  async expireRows(before: string): ReturnType<CatalogAdmin['expireRows']> {
    return this.#repositories.transact(() => {
      const expiry = new Expiry(this.#repositories, before);
      const companies = expiry.apply(this.#repositories.companies);
      const people = expiry.apply(this.#repositories.people);
      return { removed: companies.removed + people.removed, changed: companies.changed + people.changed };
    });
  }

  async traces(texts: readonly string[]): ReturnType<CatalogAdmin['traces']> {
    const { store } = this.#repositories;
    return [...store.traces(texts), ...textTraces(store.sql, texts)];
  }

  async scrub(isThorough: boolean): Promise<void> {
    this.#repositories.store.scrub(isThorough);
  }

  close(): void {
    this.#repositories.store.close();
  }

  #originsOf<Kind extends KindTypes>(
    repository: RecordRepository<Kind>,
    slug: string,
  ): RecordOrigins<Kind['stored']> | null {
    const id = repository.idOf(slug);
    if (id === null) return null;
    const rows = repository.rowsOf(id).map((row) => {
      const of = this.#repositories.runs.sourceOf(row.runId);
      const { source, priority } = of;
      const runAt = receivedAt(of, row);
      const file = this.#repositories.runs.run(row.runId)?.files[of.isPush ? 0 : row.file] ?? '';
      const line = row.line === 0 ? null : row.line;
      const { record, runId, supersededBy } = row;
      return { id: row.id, record, source, priority, runId, runAt, file, line, supersededBy };
    });
    return { slug: repository.slugOf(id) ?? slug, record: repository.recordOf(id), rows };
  }

  #split<Kind extends KindTypes>(
    repository: RecordRepository<Kind>,
    slug: string,
    { ids, at }: RowsToSplit,
  ): { stays: string; split: string } {
    const id = idNamed(repository, slug);
    const { unknown, staying, moved } = splitRows(repository.rowsOf(id), ids);
    if (unknown.length > 0) {
      const inDashboard = 'these rows are not part of the record any more: it was changed meanwhile';
      throw new OperatorError(
        `${slug} has no row ${unknown[0]}; \`cardfile explain ${repository.kind} ${slug}\` lists its rows`,
        { isUnknown: true, inDashboard },
      );
    }
    if (moved.length === 0 || staying.length === 0) {
      throw new OperatorError(`name some of the rows of ${slug}, and not all: both records need a row`);
    }
    repository.verdicts.decide(repository.decisions.keysOfRows(staying), repository.decisions.keysOfRows(moved), {
      isSame: false,
      at,
    });
    repository.rewrite(id, staying);
    const split = repository.splitFrom(id, { staying, moved });
    const sourceOf = (runId: number) => this.#repositories.runs.sourceOf(runId);
    for (const pin of [...pinsOf(staying, id, sourceOf), ...pinsOf(moved, split, sourceOf)])
      repository.constraints.pin(pin);
    repository.constraints.keepApart(id, split);
    return { stays: repository.slugOf(id) ?? '', split: repository.slugOf(split) ?? '' };
  }

  #mergeAnew<Kind extends KindTypes>(repository: RecordRepository<Kind>, source: string): number {
    const ids = this.#repositories.store.sql
      .values<[string], number>(
        `SELECT DISTINCT record_id FROM ${repository.kind}_contribution
         JOIN import_run ON import_run.id = run_id WHERE source = ? ORDER BY record_id`,
      )
      .all(source);
    let changed = 0;
    for (const block of blocksOf(ids)) {
      const rows = repository.rowsOfAll(block);
      const plans = block.map((id, index) => ({ id, staying: rows[index] ?? [], separated: [] }));
      changed += repository.rewriteAll(plans);
    }
    return changed;
  }
}
