// The repositories of one catalog that is open for writing, and the transactions over them. Their caches follow each
// commit and rollback.
import type { CompanyKind } from '../matching/company-rules.ts';
import type { PersonKind } from '../matching/person-rules.ts';
import type { CatalogStore } from '../tables/catalog-store.ts';
import { Employers } from '../tables/employers.ts';
import { Generations } from '../tables/generations.ts';
import { JobRows } from '../tables/job-rows.ts';
import { OpenReviews } from '../tables/open-reviews.ts';
import { SeenRows } from '../tables/seen-rows.ts';
import { SuppressionList } from '../tables/suppression-list.ts';
import { UndoLog } from '../tables/undo-log.ts';
import type { MergeRules } from '../writer-port.ts';
import { companyStore } from './company-store.ts';
import { OpeningRepository } from './opening-repository.ts';
import { personStore } from './person-store.ts';
import { RecordIdentities } from './record-identities.ts';
import { RecordRepository } from './record-repository.ts';
import { RunRepository } from './run-repository.ts';

export interface RepositoryOptions {
  readonly merge: MergeRules;
  /** Number of rows whose look-ups are prefetched together. 0: each look-up is made when it is needed. */
  readonly rowsAhead: number;
}

export class Repositories {
  readonly store: CatalogStore;
  readonly generations: Generations;
  readonly identities: RecordIdentities;
  readonly suppressions: SuppressionList;
  readonly runs: RunRepository;
  readonly seen: SeenRows;
  readonly companies: RecordRepository<CompanyKind>;
  readonly people: RecordRepository<PersonKind>;
  readonly openings: OpeningRepository;
  /** See RepositoryOptions. */
  readonly rowsAhead: number;
  readonly reviews: OpenReviews;
  readonly undoLog: UndoLog;
  readonly #employers: Employers;
  readonly #jobRows: JobRows;
  readonly #companyStore: ReturnType<typeof companyStore>;
  readonly #personStore: ReturnType<typeof personStore>;

  constructor(store: CatalogStore, { merge, rowsAhead }: RepositoryOptions) {
    this.rowsAhead = rowsAhead;
    const { sql, indexes } = store;
    this.store = store;
    this.generations = new Generations(sql);
    this.#employers = new Employers(sql);
    this.#jobRows = new JobRows(sql, this.generations);
    this.identities = new RecordIdentities(this);
    this.suppressions = new SuppressionList(sql, this.generations, this.identities);
    this.runs = new RunRepository(sql);
    this.seen = new SeenRows(sql);
    this.undoLog = new UndoLog(sql);
    this.reviews = new OpenReviews(sql, this.undoLog);
    const collaborators = {
      merge,
      rowsAhead,
      indexes,
      runs: this.runs,
      seen: this.seen,
      reviews: this.reviews,
      undoLog: this.undoLog,
      employers: this.#employers,
      jobRows: this.#jobRows,
      suppressions: this.suppressions,
      generations: this.generations,
    };
    this.#companyStore = companyStore(sql, collaborators);
    this.#personStore = personStore(sql, collaborators);
    this.companies = new RecordRepository(sql, this.#companyStore, collaborators);
    this.people = new RecordRepository(sql, this.#personStore, collaborators);
    this.openings = new OpeningRepository(sql, collaborators);
  }

  /**
   * Marks sites as shared by several differently named companies. From then on, a site matches only together with the
   * name.
   */
  shareSites(sites: readonly string[]): void {
    this.#companyStore.share(sites);
  }

  /** Executes work that only reads, in one snapshot. Does not wait for a writer, such as a long undo. */
  read<Result>(work: () => Result): Result {
    return this.store.read(() => {
      this.runs.clear();
      return work();
    });
  }

  /** Executes work atomically, including its effect on the caches. */
  transact<Result>(work: () => Result): Result {
    try {
      return this.store.transact(() => {
        const stores = [this.#companyStore, this.#personStore];
        const parts = [this.store.indexes, this.suppressions, this.companies, this.people, ...stores];
        for (const part of parts) part.refresh();
        this.runs.clear();
        this.undoLog.begin(0);
        const result = work();
        this.#jobRows.refresh();
        this.seen.flush();
        this.generations.raise();
        return result;
      });
    } catch (error) {
      const parts = [this.generations, this.#employers, this.#jobRows, this.suppressions, this.seen, this.#personStore];
      for (const part of parts) part.clear();
      throw error;
    }
  }
}
