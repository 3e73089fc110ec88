// A catalog that nobody else has open is written without the log that lets others read meanwhile: new pages go to their place at once, not
// to the log first. A batch is whole or not there all the same, as SQLite keeps what it changes in a journal beside the file.
import Database from 'better-sqlite3';

export class SoleUse {
  readonly #database: Database.Database;
  #isHeld = false;

  constructor(database: Database.Database) {
    this.#database = database;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Does nothing where another connection, of whatever process, has the file open. Who opens it later waits for `end`. */
  begin(): void {
    const patience = Number(this.#database.pragma('busy_timeout', { simple: true }));
    try {
      this.#database.pragma('busy_timeout = 0');
      this.#isHeld = this.#database.pragma('journal_mode = DELETE', { simple: true }) === 'delete';
      // Without the log it takes this to survive a loss of power.
      if (this.#isHeld) this.#database.pragma('synchronous = FULL');
    } catch (error) {
      if (!(error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY'))) throw error;
    } finally {
      this.#database.pragma(`busy_timeout = ${patience}`);
    }
  }

  /** Lets others in. */
  end(): void {
    if (!this.#isHeld) return;
    this.#database.pragma('synchronous = NORMAL');
    this.#database.pragma('journal_mode = WAL');
    this.#isHeld = false;
  }
}
