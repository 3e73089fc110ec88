// catalog.db, with the interface that its repositories use.
import type { Database } from 'better-sqlite3';
import type { CatalogStore } from '../tables/catalog-store.ts';
import { COMPRESSED_TABLE } from '../tables/text-traces.ts';
import { DeferredIndexes } from './deferred-indexes.ts';
import { SqliteExclusiveMode } from './exclusive-mode.ts';
import { openDatabase } from './open-database.ts';
import { SqliteSql } from './sqlite-sql.ts';

/** Page cache for the indexes of a large import, in KiB; SQLite expects it as a negative number. */
const CACHE_KIB = 256 * 1024;
/** Number of WAL pages before a checkpoint: large enough that a page which many batches change is copied once. */
const CHECKPOINT_PAGES = 32_768;
/** Size to which the WAL is truncated after a checkpoint. */
const LOG_BYTES_KEPT = 64 * 1024 * 1024;

export class SqliteStore implements CatalogStore {
  readonly sql: SqliteSql;
  readonly indexes: DeferredIndexes;
  readonly exclusiveMode: SqliteExclusiveMode;
  readonly #database: Database;

  /** Throws if this version cannot use the file. */
  constructor(file: string, { isDurable }: { readonly isDurable: boolean }) {
    const database = openDatabase(file, { readOnly: false });
    database.pragma(`cache_size = -${CACHE_KIB}`);
    if (isDurable) database.pragma('synchronous = FULL');
    database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    database.pragma(`journal_size_limit = ${LOG_BYTES_KEPT}`);
    // Texts of people are compressed, so a search could not find their remains in free space.
    database.pragma('secure_delete = ON');
    this.#database = database;
    this.sql = new SqliteSql(database);
    this.indexes = new DeferredIndexes(database);
    this.exclusiveMode = new SqliteExclusiveMode(database);
  }

  transact<Result>(work: () => Result): Result {
    return this.#database.transaction(work).immediate();
  }

  read<Result>(work: () => Result): Result {
    return this.#database.transaction(work).deferred();
  }

  /** A short WAL is also faster for readers to search. */
  checkpoint(): void {
    this.#database.pragma('wal_checkpoint(PASSIVE)');
  }

  traces(texts: readonly string[]): { place: string; rows: number }[] {
    const database = this.#database;
    const tables = database
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
      .pluck()
      .all()
      .filter((table) => table !== COMPRESSED_TABLE);
    return tables.flatMap((table) => {
      const columns = database.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
      return columns.flatMap((column) => {
        const holds = texts.map(() => `instr("${column}", ?) > 0`).join(' OR ');
        const count = database.prepare<string[], number>(`SELECT count(*) FROM "${table}" WHERE ${holds}`).pluck();
        const rows = texts.length === 0 ? 0 : (count.get(...texts) ?? 0);
        return rows > 0 ? [{ place: `${table}.${column}`, rows }] : [];
      });
    });
  }

  scrub(isThorough: boolean): void {
    if (isThorough) this.#database.exec('VACUUM');
    this.#database.pragma('wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.#database.close();
  }
}
