// The books of one connection to catalog.db, and the transaction over them: what is kept in memory follows it.
import type { Database } from 'better-sqlite3';
import type { MergeRules } from '../writer-port.ts';
import { CompanyBook } from './company-book.ts';
import { DeferredIndexes } from './deferred-indexes.ts';
import { Employers } from './employers.ts';
import { Generations } from './generations.ts';
import { JobRows } from './job-rows.ts';
import { openDatabase } from './open-database.ts';
import { OpeningBook } from './opening-book.ts';
import { PersonBook } from './person-book.ts';
import { RunBook } from './run-book.ts';
import { MetRows } from './seen-rows.ts';
import { SoleUse } from './sole-use.ts';
import { SuppressionList } from './suppression-list.ts';

/** Pages of indexes that a large import comes back to; in KiB, as SQLite wants it negative. */
const CACHE_KIB = 256 * 1024;
/** Pages of the write-ahead log before they are copied: rarely enough that a page changed by many batches is copied once. */
const CHECKPOINT_PAGES = 32_768;
/** What the log is cut to once it is copied. */
const LOG_BYTES_KEPT = 64 * 1024 * 1024;

export interface WriterOptions {
  /** Path of catalog.db, made where it is missing; its folder must exist. */
  readonly file: string;
  readonly merge: MergeRules;
}

export class Books {
  readonly database: Database;
  readonly suppressions: SuppressionList;
  readonly runs: RunBook;
  readonly met: MetRows;
  readonly indexes: DeferredIndexes;
  readonly soleUse: SoleUse;
  readonly companies: CompanyBook;
  readonly people: PersonBook;
  readonly openings: OpeningBook;
  readonly #generations: Generations;
  readonly #employers: Employers;
  readonly #jobRows: JobRows;

  /** Throws where the file is not a catalog that this version can use. */
  constructor({ file, merge }: WriterOptions) {
    const database = openDatabase(file, { readOnly: false });
    database.pragma(`cache_size = -${CACHE_KIB}`);
    database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    database.pragma(`journal_size_limit = ${LOG_BYTES_KEPT}`);
    this.database = database;
    this.#generations = new Generations(database);
    this.#employers = new Employers(database);
    this.#jobRows = new JobRows(database);
    this.suppressions = new SuppressionList(database, this.#generations);
    this.runs = new RunBook(database);
    this.met = new MetRows(database);
    this.indexes = new DeferredIndexes(database);
    this.soleUse = new SoleUse(database);
    const collaborators = {
      merge,
      runs: this.runs,
      met: this.met,
      indexes: this.indexes,
      employers: this.#employers,
      jobRows: this.#jobRows,
      suppressions: this.suppressions,
      generations: this.#generations,
    };
    this.companies = new CompanyBook(database, collaborators);
    this.people = new PersonBook(database, collaborators);
    this.openings = new OpeningBook(database, collaborators);
  }

  /** All or nothing, what is kept in memory included. */
  transact<Result>(work: () => Result): Result {
    const transaction = this.database.transaction(() => {
      for (const part of [this.indexes, this.suppressions, this.companies, this.people]) part.refresh();
      this.runs.forget();
      const result = work();
      this.#jobRows.refresh();
      this.met.flush();
      this.#generations.raise();
      return result;
    });
    try {
      return transaction.immediate();
    } catch (error) {
      const parts = [this.#generations, this.#employers, this.#jobRows, this.suppressions, this.met, this.people];
      for (const part of parts) part.forget();
      throw error;
    }
  }
}
