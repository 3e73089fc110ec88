// The writing side of catalog.db: each call is one transaction over the books of companies, people and openings.
import type { Database } from 'better-sqlite3';
import type { CompanyRecord, OpeningRecord, PersonRecord } from '../../contract/import-records.ts';
import type { Batch, CatalogWriter, ImportRun, MergeRules, NewRun, Outcome, SuppressionEntry } from '../writer-port.ts';
import { CompanyBook } from './company-book.ts';
import { Employers } from './employers.ts';
import { Generations } from './generations.ts';
import { JobRows } from './job-rows.ts';
import { MetRows } from './met-rows.ts';
import { openDatabase } from './open-database.ts';
import { OpeningBook } from './opening-book.ts';
import { PersonBook } from './person-book.ts';
import { preparePerson } from './prepare-person.ts';
import { RunBook } from './run-book.ts';
import type { RowPlace, Session } from './session.ts';
import { SuppressionList } from './suppression-list.ts';

/** Pages of indexes that a large import comes back to; in KiB, as SQLite wants it negative. */
const CACHE_KIB = 256 * 1024;
/** Pages of the write-ahead log before they are copied: rarely enough that a page changed by many batches is copied once. */
const CHECKPOINT_PAGES = 65_536;
/** What the log is cut to once it is copied. */
const LOG_BYTES_KEPT = 64 * 1024 * 1024;

export interface WriterOptions {
  /** Path of catalog.db, made where it is missing; its folder must exist. */
  readonly file: string;
  readonly merge: MergeRules;
}

/** Throws where the file is not a catalog that this version can use. */
export function openCatalogWriter({ file, merge }: WriterOptions): CatalogWriter & { close(): void } {
  const database = openDatabase(file, { readOnly: false });
  database.pragma(`cache_size = -${CACHE_KIB}`);
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  database.pragma(`journal_size_limit = ${LOG_BYTES_KEPT}`);
  return new SqliteCatalogWriter(database, merge);
}

class SqliteCatalogWriter implements CatalogWriter {
  readonly #database: Database;
  readonly #generations: Generations;
  readonly #employers: Employers;
  readonly #jobRows: JobRows;
  readonly #suppressions: SuppressionList;
  readonly #runs: RunBook;
  readonly #met: MetRows;
  readonly #companies: CompanyBook;
  readonly #people: PersonBook;
  readonly #openings: OpeningBook;

  constructor(database: Database, merge: MergeRules) {
    this.#database = database;
    this.#generations = new Generations(database);
    this.#employers = new Employers(database);
    this.#jobRows = new JobRows(database);
    this.#suppressions = new SuppressionList(database, this.#generations);
    this.#runs = new RunBook(database);
    this.#met = new MetRows(database);
    const collaborators = {
      merge,
      runs: this.#runs,
      met: this.#met,
      employers: this.#employers,
      jobRows: this.#jobRows,
      suppressions: this.#suppressions,
      generations: this.#generations,
    };
    this.#companies = new CompanyBook(database, collaborators);
    this.#people = new PersonBook(database, collaborators);
    this.#openings = new OpeningBook(database, collaborators);
  }

  async openRun(run: NewRun): Promise<ImportRun> {
    return this.#transact(() => this.#runs.open(run));
  }

  async writeCompanies(run: ImportRun, batch: Batch<CompanyRecord>): Promise<Outcome[]> {
    return this.#writeBatch(run, batch, (record, place, session) => this.#companies.write(record, place, session));
  }

  async writePeople(run: ImportRun, batch: Batch<PersonRecord>): Promise<Outcome[]> {
    return this.#writeBatch(run, batch, (record, place, session) =>
      this.#people.write(preparePerson(record), place, session),
    );
  }

  async writeOpenings(run: ImportRun, batch: Batch<OpeningRecord>): Promise<Outcome[]> {
    return this.#writeBatch(run, batch, (record, _, session) => this.#openings.write(record, session));
  }

  async finishRun(run: ImportRun, at: string): Promise<{ readonly closedOpenings: number }> {
    const finished = this.#transact(() => {
      const closedOpenings = run.kind === 'jobs' ? this.#openings.closeMissing(run.id) : 0;
      this.#runs.finish(run, at);
      return { closedOpenings };
    });
    // What the run wrote reaches the disk with this, and readers no longer search a long log.
    this.#database.pragma('wal_checkpoint(PASSIVE)');
    return finished;
  }

  async runs(): Promise<ImportRun[]> {
    return this.#runs.runs();
  }

  async suppress(
    entry: SuppressionEntry,
    at: string,
  ): Promise<{ readonly hiddenPeople: number; readonly hiddenCompanies: number }> {
    return this.#transact(() => this.#suppressions.suppress(entry, at));
  }

  async release(entry: SuppressionEntry): Promise<boolean> {
    return this.#transact(() => this.#suppressions.release(entry));
  }

  async suppressions(): ReturnType<CatalogWriter['suppressions']> {
    return this.#suppressions.entries();
  }

  companyRecords(): Iterable<CompanyRecord> {
    return this.#companies.records();
  }

  personRecords(): Iterable<PersonRecord> {
    return this.#people.records();
  }

  openingRecords(): Iterable<OpeningRecord> {
    return this.#openings.records();
  }

  close(): void {
    this.#database.close();
  }

  #writeBatch<Stored>(
    run: ImportRun,
    { records, file, lines, progress }: Batch<Stored>,
    write: (record: Stored, place: RowPlace, session: Session) => Outcome,
  ): Outcome[] {
    return this.#transact(() => {
      const session = { runId: run.id, sourceId: this.#runs.sourceOf(run.id).sourceId };
      const outcomes = records.map((record, index) => write(record, { file, line: lines[index] ?? 0 }, session));
      this.#runs.advance(run, progress(outcomes));
      return outcomes;
    });
  }

  /** All or nothing, what is kept in memory included. */
  #transact<Result>(work: () => Result): Result {
    const transaction = this.#database.transaction(() => {
      for (const part of [this.#suppressions, this.#companies, this.#people]) part.refresh();
      this.#runs.forget();
      const result = work();
      this.#jobRows.refresh();
      this.#met.flush();
      this.#generations.raise();
      return result;
    });
    try {
      return transaction.immediate();
    } catch (error) {
      for (const part of [this.#generations, this.#employers, this.#jobRows, this.#suppressions, this.#met])
        part.forget();
      throw error;
    }
  }
}
