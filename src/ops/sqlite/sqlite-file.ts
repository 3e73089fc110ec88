// Opens every SQLite file of Cardfile: applies numbered forward migrations (PRAGMA user_version counts the applied
// steps) and explains the errors of SQLite.
import { accessSync, constants } from 'node:fs';
import { basename } from 'node:path';
import Database from 'better-sqlite3';
import { openUnlessFull, SOLE_USE } from '../full-disk.ts';
import { type Migration, reportMigration } from '../migration-report.ts';
import { OperatorError } from '../operator-error.ts';
import { STORE_UNAVAILABLE } from '../store-unavailable.ts';
import { isBusy } from './is-busy.ts';
import { hasNewestColumns, leadsToNewestColumns } from './sqlite-columns.ts';
import { assertSqliteVersion } from './sqlite-version.ts';

const RETRY_MS = 10;
/** PRAGMA application_id of every file: `CARD` in ASCII. Files from before the first release do not have it. */
const APPLICATION_ID = 0x43415244;
/**
 * 64 MB. A WAL that grew beyond this size, because a long reader such as a backup prevented its reset, is truncated to
 * it afterwards.
 */
const LOG_BYTES_KEPT = 64 * 1024 * 1024;

/**
 * Migrates the tables from one version to the next. Runs in one transaction with the other steps. Reports progress if
 * it takes long.
 */
export type SchemaStep = (
  database: Database.Database,
  report: (progress: Pick<Migration, 'what' | 'done' | 'total'>) => void,
) => void;

export interface SqliteFile {
  readonly file: string;
  /** Opens read-only; the file must exist. By default the file is created, or migrated to the newest schema. */
  readonly readOnly?: boolean;
  /** Throws if the file does not exist. By default it is created. */
  readonly mustExist?: boolean;
  /** Timeout of a write that waits for writes of other threads and processes. */
  readonly busyTimeoutMs: number;
  /**
   * FULL: a commit is durable when it returns. NORMAL: a power failure may lose the last commits; a crash of the
   * process loses none.
   */
  readonly synchronous: 'FULL' | 'NORMAL';
  /** Page size of a new file (default: 4096). An existing file keeps its own. */
  readonly pageBytes?: number;
  readonly steps: readonly SchemaStep[];
}

/** A newer Cardfile has migrated the file: this version must not write to it until it is upgraded. */
class NewerTables extends OperatorError {
  readonly code = STORE_UNAVAILABLE;
}

/**
 * A connection whose transactions throw NewerTables, and write nothing, once a newer version has migrated the file.
 * Their errors have the path of the file.
 */
class StoreConnection extends Database {
  /** Version of the tables; null until the migration at the start is done. */
  #guarded: number | null = null;
  readonly #version = this.prepare<[], number>('PRAGMA user_version').pluck();

  guard(): void {
    this.#guarded = this.#version.get() ?? 0;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the type of better-sqlite3.
  override transaction<Work extends (...args: any[]) => unknown>(work: Work): Database.Transaction<Work> {
    const begun = super.transaction(((...args) => {
      if (this.#guarded !== null) this.#requireUnchanged(this.#guarded);
      return work(...args);
    }) as Work);
    type Run = Database.Transaction<Work>['default'];
    const named = (run: Run): Run => ((...args) => this.#named(() => run(...args))) as Run;
    const { deferred, immediate, exclusive } = begun;
    const kinds = { deferred: named(deferred), immediate: named(immediate), exclusive: named(exclusive) };
    return Object.assign(named(begun), { default: named(begun), ...kinds }) as Database.Transaction<Work>;
  }

  override exec(text: string): this {
    return this.#named(() => super.exec(text));
  }

  #named<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw withFile(error, this.name);
    }
  }

  #requireUnchanged(known: number): void {
    const version = this.#version.get() ?? 0;
    if (version > known) throw newerTables(this.name, version, known);
  }
}

/** Opens a file, or throws an OperatorError if this version cannot use it. Several connections may be open at once. */
export function openSqlite(options: SqliteFile): Database.Database {
  try {
    return openUnlessFull((isSole) => connect(options, isSole));
  } catch (error) {
    throw explainSqlite(error, options.file);
  }
}

function connect(
  { file, readOnly = false, mustExist = false, busyTimeoutMs, synchronous, pageBytes, steps }: SqliteFile,
  isSole: boolean,
): Database.Database {
  const database = new StoreConnection(file, {
    readonly: readOnly && !isSole,
    fileMustExist: mustExist || readOnly,
    timeout: busyTimeoutMs,
  });
  try {
    if (isSole) database.exec(SOLE_USE);
    assertSqliteVersion(String(database.prepare('SELECT sqlite_version()').pluck().get()));
    if (readOnly) assertSchema(database, steps);
    else {
      if (pageBytes !== undefined) database.pragma(`page_size = ${pageBytes}`);
      enterWalMode(database, busyTimeoutMs);
      if (!database.memory) requireWritable(file);
      database.pragma(`journal_size_limit = ${LOG_BYTES_KEPT}`);
      database.pragma(`synchronous = ${synchronous}`);
      migrateSchema(database, steps);
      database.guard();
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** SQLite opens a file that this user may only read without an error, if the WAL can be written. */
function requireWritable(file: string): void {
  try {
    accessSync(file, constants.W_OK);
  } catch {
    throw new Database.SqliteError('the file is read-only', 'SQLITE_READONLY');
  }
}

/**
 * Switches to WAL mode, in which others can read during a write. Waits for a process that writes without the WAL;
 * SQLite itself does not wait here.
 */
export function enterWalMode(database: Database.Database, patienceMs: number): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  for (const until = performance.now() + patienceMs; ; Atomics.wait(sleeper, 0, 0, RETRY_MS)) {
    try {
      database.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
    }
  }
}

/**
 * Migrates the tables to the schema of this version. Throws an OperatorError, and changes nothing, if the file was
 * written by a newer Cardfile or before the first release. Takes no lock if there is nothing to do, so opening a file
 * does not wait for a writer.
 */
export function migrateSchema(database: Database.Database, steps: readonly SchemaStep[]): void {
  const file = basename(database.name);
  const advance = database.transaction(() => {
    const from = schemaVersion(database, steps);
    const report: Parameters<SchemaStep>[1] = (progress) => from > 0 && reportMigration({ file, ...progress });
    steps.forEach((step, index) => {
      if (index < from) return;
      report({ what: 'steps', done: index - from, total: steps.length - from });
      step(database, report);
    });
    if (from > 0 && !hasNewestColumns(database, steps)) throw ofDevelopment(database);
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma(`user_version = ${steps.length}`);
    return () => report({ what: 'steps', done: steps.length - from, total: steps.length - from });
  });
  if (schemaVersion(database, steps) < steps.length) advance.immediate()();
}

/** For a read-only connection: throws an OperatorError if the tables do not have the schema of this version. */
function assertSchema(database: Database.Database, steps: readonly SchemaStep[]): void {
  if (schemaVersion(database, steps) === steps.length) return;
  throw new OperatorError(
    `${database.name} has the tables of an older version: stop the server, then run: cardfile upgrade run`,
  );
}

/** Reads an existing file with a connection of its own, which changes nothing. */
export function readSqlite<T>(file: string, read: (database: Database.Database) => T): T {
  return openUnlessFull((isSole) => {
    const database = new Database(file, { readonly: !isSole, fileMustExist: true });
    try {
      if (isSole) database.exec(SOLE_USE);
      return read(database);
    } finally {
      database.close();
    }
  });
}

/** The schema of a file, as reported by `upgrade check`. */
export interface SchemaState {
  /** Number of applied steps; 0 if the file has no tables yet. */
  readonly version: number;
  /** The schema of this version of Cardfile. */
  readonly newest: number;
  /** False for a file from before the first release. */
  readonly isReleased: boolean;
}

/** Reads the schema of an existing file without changing it. */
export function readSchema(file: string, steps: readonly SchemaStep[]): SchemaState {
  try {
    return readSqlite(file, (database) => {
      const version = numberOf(database, 'user_version');
      // A newer version may have dropped columns of this one.
      const isNewer = version > steps.length;
      return {
        version,
        newest: steps.length,
        isReleased: isReleased(database, steps) && (isNewer || leadsToNewestColumns(database, steps)),
      };
    });
  } catch (error) {
    throw explainSqlite(error, file);
  }
}

/**
 * The error if a newer Cardfile has migrated an open file, so that this version must not write to it. Null otherwise,
 * and if the file cannot be read now. Does not wait for locks.
 */
export function newerTablesOf(file: string, steps: readonly SchemaStep[]): Error | null {
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { readonly: true, timeout: 0 });
    const version = numberOf(database, 'user_version');
    return version > steps.length ? newerTables(file, version, steps.length) : null;
  } catch {
    return null;
  } finally {
    database?.close();
  }
}

/**
 * Before the first release the first steps were edited, in the end without a new version. Such a file lacks columns; a
 * file of an earlier version is recognized after its migration.
 */
function isReleased(database: Database.Database, steps: readonly SchemaStep[]): boolean {
  const version = numberOf(database, 'user_version');
  if (version === 0) return true;
  if (numberOf(database, 'application_id') !== APPLICATION_ID) return false;
  return version !== steps.length || hasNewestColumns(database, steps);
}

function schemaVersion(database: Database.Database, steps: readonly SchemaStep[]): number {
  const known = steps.length;
  const version = numberOf(database, 'user_version');
  if (!isReleased(database, steps)) throw ofDevelopment(database);
  if (version <= known) return version;
  throw newerTables(database.name, version, known);
}

function newerTables(file: string, version: number, known: number): NewerTables {
  return new NewerTables(
    `${file} was written by a newer Cardfile (version ${version} of its tables; ` +
      `this one knows up to ${known}): upgrade Cardfile to open it`,
  );
}

/** Throws an OperatorError if the file was written by a newer Cardfile or before the first release. */
export function assertUsable(database: Database.Database, steps: readonly SchemaStep[]): void {
  schemaVersion(database, steps);
}

function ofDevelopment({ name }: Database.Database): OperatorError {
  return new OperatorError(
    `${name} was made by a Cardfile from before the first release: export the records with the version that made it, ` +
      'and import them into a new data folder with this one',
  );
}

function numberOf(database: Database.Database, pragma: 'user_version' | 'application_id'): number {
  return Number(database.pragma(pragma, { simple: true }));
}

const MEANINGS: Readonly<Record<string, string>> = {
  SQLITE_NOTADB: 'is not a database of Cardfile: choose another data folder, or restore a backup',
  SQLITE_CORRUPT: 'is damaged: stop the server and restore the last backup',
  SQLITE_CANTOPEN: 'cannot be opened: check that the folder exists and that this user may write it',
  SQLITE_READONLY: 'may not be written: give this user the right to write the data folder',
  SQLITE_FULL: 'cannot grow: the disk is full; free some space, nothing that was committed is lost',
  SQLITE_IOERR_SHMSIZE: 'cannot be opened: the disk is full; free some space, nothing that was committed is lost',
  SQLITE_IOERR: 'cannot be read or written: the disk failed or is full; check it, then run cardfile doctor',
  SQLITE_BUSY: 'is locked by another process: try again when that one is done',
};

/** Adds the path to a SQLite error that has none: a failed copy has two files. */
export function withFile(error: unknown, file: string): unknown {
  if (!(error instanceof Database.SqliteError) || 'path' in error) return error;
  return Object.assign(error, { path: file });
}

/** Explains a SQLite error to the operator; any other error is returned unchanged. `file`: the path if it has none. */
export function explainSqlite(error: unknown, file: string): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const meaning = MEANINGS[error.code] ?? MEANINGS[error.code.split('_').slice(0, 2).join('_')];
  if (meaning === undefined) return error;
  const { path = file } = error as NodeJS.ErrnoException;
  const explained = new OperatorError(`${path} ${meaning} (${error.message})`, { cause: error });
  return isBusy(error) ? Object.assign(explained, { code: error.code }) : explained;
}
