// The books of one connection to catalog.db, and the transaction over them: their caches follow it.
import type { Database } from 'better-sqlite3';
import type { CompanyKind } from '../matching/company-rules.ts';
import type { PersonKind } from '../matching/person-rules.ts';
import type { MergeRules } from '../writer-port.ts';
import { companyStore } from './company-store.ts';
import { DeferredIndexes } from './deferred-indexes.ts';
import { Employers } from './employers.ts';
import { Generations } from './generations.ts';
import { JobRows } from './job-rows.ts';
import { openDatabase } from './open-database.ts';
import { OpenReviews } from './open-reviews.ts';
import { OpeningBook } from './opening-book.ts';
import { personStore } from './person-store.ts';
import { RecordBook } from './record-book.ts';
import { RunBook } from './run-book.ts';
import { SeenRows } from './seen-rows.ts';
import { SoleUse } from './sole-use.ts';
import { SuppressionList } from './suppression-list.ts';

/** Page cache for the indexes of a large import; in KiB, negative by SQLite's convention. */
const CACHE_KIB = 256 * 1024;
/** WAL pages before a checkpoint: enough that a page changed by many batches is copied once. */
const CHECKPOINT_PAGES = 32_768;
/** Size to which the WAL is truncated after a checkpoint. */
const LOG_BYTES_KEPT = 64 * 1024 * 1024;

export interface WriterOptions {
  /** Path of catalog.db, created if it is missing; its folder must exist. */
  readonly file: string;
  readonly merge: MergeRules;
  /**
   * Commits survive a loss of power. Default: one may lose the last of them, which an import then repeats.
   */
  readonly isDurable?: boolean;
  /**
   * Number of rows whose look-ups are prefetched together; 0 by default, as the look-ups of a local file cost
   * microseconds each.
   */
  readonly rowsAhead?: number;
}

export class Books {
  readonly database: Database;
  readonly generations: Generations;
  readonly suppressions: SuppressionList;
  readonly runs: RunBook;
  readonly seen: SeenRows;
  readonly indexes: DeferredIndexes;
  readonly soleUse: SoleUse;
  readonly companies: RecordBook<CompanyKind>;
  readonly people: RecordBook<PersonKind>;
  readonly openings: OpeningBook;
  readonly reviews: OpenReviews;
  readonly #employers: Employers;
  readonly #jobRows: JobRows;
  readonly #companyStore: ReturnType<typeof companyStore>;
  readonly #personStore: ReturnType<typeof personStore>;

  /** Throws if this version cannot use the file. */
  constructor({ file, merge, isDurable = false, rowsAhead = 0 }: WriterOptions) {
    const database = openDatabase(file, { readOnly: false });
    database.pragma(`cache_size = -${CACHE_KIB}`);
    if (isDurable) database.pragma('synchronous = FULL');
    database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    database.pragma(`journal_size_limit = ${LOG_BYTES_KEPT}`);
    this.database = database;
    this.generations = new Generations(database);
    this.#employers = new Employers(database);
    this.#jobRows = new JobRows(database, this.generations);
    this.suppressions = new SuppressionList(database, this.generations);
    this.runs = new RunBook(database);
    this.seen = new SeenRows(database);
    this.reviews = new OpenReviews(database);
    this.indexes = new DeferredIndexes(database);
    this.soleUse = new SoleUse(database);
    const collaborators = {
      merge,
      runs: this.runs,
      seen: this.seen,
      reviews: this.reviews,
      rowsAhead,
      indexes: this.indexes,
      employers: this.#employers,
      jobRows: this.#jobRows,
      suppressions: this.suppressions,
      generations: this.generations,
    };
    this.#companyStore = companyStore(database, collaborators);
    this.#personStore = personStore(database, collaborators);
    this.companies = new RecordBook(database, this.#companyStore, collaborators);
    this.people = new RecordBook(database, this.#personStore, collaborators);
    this.openings = new OpeningBook(database, collaborators);
  }

  /**
   * Marks sites as shared by several differently named companies: from then on they match only together with the name.
   */
  shareSites(sites: readonly string[]): void {
    this.#companyStore.share(sites);
  }

  /** Atomic, including the caches. */
  transact<Result>(work: () => Result): Result {
    const transaction = this.database.transaction(() => {
      const parts = [this.indexes, this.suppressions, this.companies, this.people, this.#personStore];
      for (const part of parts) part.refresh();
      this.runs.forget();
      const result = work();
      this.#jobRows.refresh();
      this.seen.flush();
      this.generations.raise();
      return result;
    });
    try {
      return transaction.immediate();
    } catch (error) {
      const parts = [this.generations, this.#employers, this.#jobRows, this.suppressions, this.seen, this.#personStore];
      for (const part of parts) part.forget();
      throw error;
    }
  }
}
