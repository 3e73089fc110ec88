// The writing side of a catalog: each call is one transaction over the repositories of companies, people and openings.

import type { CompanyRecord, OpeningRecord, PersonRecord } from '../../contract/import-records.ts';
import { isProfileSlug } from '../../identity/former-slug.ts';
import type { RowRun } from '../matching/source-row.ts';
import type { PreparedPerson } from '../prepared-person.ts';
import { rowsAfter } from '../tables/rows-after.ts';
import type {
  Batch,
  CatalogWriter,
  ImportRun,
  NewRun,
  NewSuppression,
  Outcome,
  PushCall,
  Pushed,
  SuppressionEntry,
} from '../writer-port.ts';
import type { Repositories } from './repositories.ts';

const SLUGS_AT_ONCE = 1000;

export class SqlCatalogWriter implements CatalogWriter {
  readonly #repositories: Repositories;
  #isAlone = () => false;

  constructor(repositories: Repositories) {
    this.#repositories = repositories;
  }

  async openRun(run: NewRun): Promise<ImportRun> {
    const { kind, isAlone = () => false } = run;
    const { generations } = this.#repositories;
    const { indexes, exclusiveMode } = this.#repositories.store;
    const wasEmpty = generations.isEmpty();
    const opened = this.#repositories.transact(() => {
      const opening = this.#repositories.runs.open(run);
      const isNew = opening.progress === null;
      if (isNew && kind === 'people' && isAlone()) indexes.deferIfEmpty();
      else if (isNew) indexes.ensure();
      return opening;
    });
    this.#isAlone = isAlone;
    if (indexes.areMissing) exclusiveMode.begin();
    generations.setCoarseLog(wasEmpty || exclusiveMode.isHeld);
    return opened;
  }

  async noteSharedSites(sites: readonly string[]): Promise<void> {
    this.#repositories.transact(() => this.#repositories.shareSites(sites));
  }

  async writeCompanies(run: ImportRun, batch: Batch<CompanyRecord>): Promise<Outcome[]> {
    return this.#writeBatch(run, batch, (rowRun) => this.#repositories.companies.write(batch, rowRun));
  }

  async writePeople(run: ImportRun, batch: Batch<PreparedPerson>): Promise<Outcome[]> {
    if (this.#mustRestoreNormalMode()) await this.restoreNormalMode();
    return this.#writeBatch(run, batch, (rowRun) => this.#repositories.people.write(batch, rowRun));
  }

  async writeOpenings(run: ImportRun, batch: Batch<OpeningRecord>): Promise<Outcome[]> {
    return this.#writeBatch(run, batch, (rowRun) => this.#writeOpenings(batch.records, rowRun));
  }

  async push(calls: readonly PushCall[]): Promise<Pushed> {
    const outcomes = this.#transactIndexed(() => calls.map((call) => this.#pushOne(call)));
    return { generation: this.#repositories.generations.current(), outcomes };
  }

  async noteProgress(run: ImportRun, progress: unknown): Promise<void> {
    this.#repositories.transact(() => this.#repositories.runs.advance(run, progress));
  }

  async finishRun(run: ImportRun, at: string): Promise<{ readonly closedOpenings: number }> {
    const finished = this.#repositories.transact(() => {
      const closedOpenings = run.kind === 'jobs' ? this.#repositories.openings.closeMissing(run.id) : 0;
      this.#repositories.store.indexes.ensure();
      this.#repositories.runs.finish(run, at);
      return { closedOpenings };
    });
    this.#repositories.generations.setCoarseLog(false);
    const { store } = this.#repositories;
    if (store.exclusiveMode.isHeld) store.exclusiveMode.end();
    else store.checkpoint();
    return finished;
  }

  async restoreNormalMode(): Promise<void> {
    this.#repositories.transact(() => this.#repositories.store.indexes.ensure());
    this.#repositories.store.exclusiveMode.end();
  }

  async runs(): Promise<ImportRun[]> {
    return this.#repositories.runs.runs();
  }

  async suppress(
    entry: NewSuppression,
    at: string,
  ): Promise<{ readonly hiddenPeople: number; readonly hiddenCompanies: number }> {
    return this.#transactIndexed(() => this.#repositories.suppressions.suppress(entry, at));
  }

  async release(entry: SuppressionEntry): Promise<boolean> {
    return this.#transactIndexed(() => this.#repositories.suppressions.release(entry));
  }

  async releaseHash(kind: SuppressionEntry['kind'], hash: string): Promise<boolean> {
    return this.#transactIndexed(() => this.#repositories.suppressions.releaseHash(kind, hash));
  }

  async suppressions(): ReturnType<CatalogWriter['suppressions']> {
    return this.#repositories.suppressions.entries();
  }

  async suppressionsOf(entry: SuppressionEntry): ReturnType<CatalogWriter['suppressionsOf']> {
    return this.#transactIndexed(() => this.#repositories.suppressions.entriesOf(entry));
  }

  companyRecords(): Iterable<CompanyRecord> {
    return this.#repositories.companies.records();
  }

  *companySlugs(): Generator<string> {
    const after = this.#repositories.store.sql.rows<[number, number], readonly [id: number, slug: string]>(
      'SELECT id, slug FROM company WHERE id > ? AND hidden = 0 ORDER BY id LIMIT ?',
    );
    for (const [, slug] of rowsAfter(after, SLUGS_AT_ONCE)) yield slug;
  }

  *formerCompanySlugs(): Generator<readonly [former: string, slug: string]> {
    const rows = this.#repositories.store.sql.rows<[], readonly [rowKey: string, slug: string]>(
      `SELECT row_key, slug FROM company JOIN company_contribution ON record_id = company.id AND row_key <> slug
        WHERE hidden = 0 AND NOT EXISTS (SELECT 1 FROM company AS own WHERE own.slug = row_key)
        ORDER BY company.id, company_contribution.id`,
    );
    for (const [former, slug] of rows.iterate()) if (isProfileSlug(former) && isProfileSlug(slug)) yield [former, slug];
  }

  personRecords(): Iterable<PersonRecord> {
    return this.#repositories.people.records();
  }

  openingRecords(): Iterable<OpeningRecord> {
    return this.#repositories.openings.records();
  }

  close(): void {
    this.#repositories.store.close();
  }

  /** Executes a transaction in which people are found by all indexes. */
  #transactIndexed<Result>(work: () => Result): Result {
    return this.#repositories.transact(() => {
      this.#repositories.store.indexes.ensure();
      return work();
    });
  }

  /** Whether exclusive mode must end or deferred indexes must be created. */
  #mustRestoreNormalMode(): boolean {
    const { indexes, exclusiveMode } = this.#repositories.store;
    return indexes.areMissing ? !this.#isAlone() : exclusiveMode.isHeld;
  }

  #pushOne(call: PushCall): Outcome[] {
    const { runs } = this.#repositories;
    const { kind, source, origin, at, lines, sharedSites } = call;
    const opened = runs.openPush({ kind, source, files: [origin], at });
    const run = { runId: opened.run.id, sourceId: runs.sourceOf(opened.run.id).sourceId };
    const rows = { file: opened.call, lines };
    this.#repositories.shareSites(sharedSites);
    const outcomes =
      call.kind === 'companies'
        ? this.#repositories.companies.write({ ...rows, records: call.records }, run)
        : call.kind === 'people'
          ? this.#repositories.people.write({ ...rows, records: call.records }, run)
          : this.#writeOpenings(call.records, run);
    runs.advancePush(opened, call.progress(opened.run.progress, outcomes), at);
    return outcomes;
  }

  #writeOpenings(records: Iterable<OpeningRecord>, run: RowRun): Outcome[] {
    const { openings, rowsAhead } = this.#repositories;
    const all = [...records];
    const outcomes: Outcome[] = [];
    for (let from = 0; from < all.length; from += rowsAhead || all.length) {
      const rows = rowsAhead === 0 ? all : all.slice(from, from + rowsAhead);
      if (rowsAhead > 0) openings.prefetch(rows);
      for (const record of rows) outcomes.push(openings.write(record, run));
    }
    return outcomes;
  }

  #writeBatch<Stored>(run: ImportRun, { progress }: Batch<Stored>, write: (run: RowRun) => Outcome[]): Outcome[] {
    return this.#repositories.transact(() => {
      const outcomes = write({ runId: run.id, sourceId: this.#repositories.runs.sourceOf(run.id).sourceId });
      this.#repositories.runs.advance(run, progress(outcomes));
      return outcomes;
    });
  }
}
