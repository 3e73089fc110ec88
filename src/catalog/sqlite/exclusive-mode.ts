// Exclusive mode: if no other connection has a catalog open, it is written without the WAL, and new pages go to the
// main file at once. A batch is still atomic, because SQLite uses its rollback journal.
import Database from 'better-sqlite3';

export class SqliteExclusiveMode {
  readonly #database: Database.Database;
  #isHeld = false;

  constructor(database: Database.Database) {
    this.#database = database;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Does nothing if another connection of any process has the file open. Later connections wait for `end`. */
  begin(): void {
    const patience = Number(this.#database.pragma('busy_timeout', { simple: true }));
    try {
      this.#database.pragma('busy_timeout = 0');
      this.#isHeld = this.#database.pragma('journal_mode = DELETE', { simple: true }) === 'delete';
      // Required without the WAL to survive a loss of power.
      if (this.#isHeld) this.#database.pragma('synchronous = FULL');
    } catch (error) {
      if (!(error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY'))) throw error;
    } finally {
      this.#database.pragma(`busy_timeout = ${patience}`);
    }
  }

  /** Ends exclusive mode. */
  end(): void {
    if (!this.#isHeld) return;
    this.#database.pragma('synchronous = NORMAL');
    this.#database.pragma('journal_mode = WAL');
    this.#isHeld = false;
  }
}
