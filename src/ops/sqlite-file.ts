// How every SQLite file of Cardfile is opened: numbered forward migrations (PRAGMA user_version counts the steps taken), and what
// SQLite's refusals mean.
import { basename } from 'node:path';
import Database from 'better-sqlite3';
import { type Migration, tellMigration } from './migration-report.ts';
import { OperatorError } from './operator-error.ts';
import { assertSqliteVersion } from './sqlite-version.ts';

const RETRY_MS = 10;
/** 64 MB. A write-ahead log that grew beyond, while a long reader such as a backup kept it from beginning anew, shrinks to it afterwards. */
const LOG_BYTES_KEPT = 64 * 1024 * 1024;

/** Takes the tables from one version to the next; runs in a transaction with the steps beside it. Tells how far it is where it takes long. */
export type SchemaStep = (
  database: Database.Database,
  tell: (progress: Pick<Migration, 'what' | 'done' | 'total'>) => void,
) => void;

export interface SqliteFile {
  readonly file: string;
  /** Opens without the right to write: the file must be there. Default: it is made, or brought to the newest form. */
  readonly readOnly?: boolean;
  /** How long a write waits for those of other threads and processes before it fails. */
  readonly busyTimeoutMs: number;
  /** FULL: a commit is on disk when it returns. NORMAL: the power may take the last commits, a crash of the process none. */
  readonly synchronous: 'FULL' | 'NORMAL';
  /** Of a file that is made; one that is there keeps its own. Default: 4096. */
  readonly pageBytes?: number;
  readonly steps: readonly SchemaStep[];
}

/** Opens a file, or throws an OperatorError where it is not one that this version can use. Any number of connections may be open. */
export function openSqlite(options: SqliteFile): Database.Database {
  try {
    return connect(options);
  } catch (error) {
    throw explainSqlite(error, options.file);
  }
}

function connect({
  file,
  readOnly = false,
  busyTimeoutMs,
  synchronous,
  pageBytes,
  steps,
}: SqliteFile): Database.Database {
  const database = new Database(file, { readonly: readOnly, timeout: busyTimeoutMs });
  try {
    assertSqliteVersion(String(database.prepare('SELECT sqlite_version()').pluck().get()));
    if (readOnly) assertSchema(database, steps);
    else {
      if (pageBytes !== undefined) database.pragma(`page_size = ${pageBytes}`);
      enterWalMode(database, busyTimeoutMs);
      database.pragma(`journal_size_limit = ${LOG_BYTES_KEPT}`);
      database.pragma(`synchronous = ${synchronous}`);
      migrateSchema(database, steps);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * From now on others read while one writes (WAL). Where a process writes without the log, its end is waited for: here SQLite itself does not wait.
 */
export function enterWalMode(database: Database.Database, patienceMs: number): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  for (const until = performance.now() + patienceMs; ; Atomics.wait(sleeper, 0, 0, RETRY_MS)) {
    try {
      database.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      const isBusy = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
      if (!isBusy || performance.now() > until) throw error;
    }
  }
}

/**
 * Brings the tables to the form that this code knows. Throws an OperatorError, and changes nothing, where a newer Cardfile wrote the file.
 * Takes no lock where there is nothing to do: opening does not wait for a writer.
 */
export function migrateSchema(database: Database.Database, steps: readonly SchemaStep[]): void {
  const file = basename(database.name);
  const advance = database.transaction(() => {
    const from = schemaVersion(database, steps.length);
    const tell: Parameters<SchemaStep>[1] = (progress) => from > 0 && tellMigration({ file, ...progress });
    steps.forEach((step, index) => {
      if (index < from) return;
      tell({ what: 'steps', done: index - from, total: steps.length - from });
      step(database, tell);
    });
    database.pragma(`user_version = ${steps.length}`);
    return () => tell({ what: 'steps', done: steps.length - from, total: steps.length - from });
  });
  if (schemaVersion(database, steps.length) < steps.length) advance.immediate()();
}

/** For a connection that may not write: throws an OperatorError where the tables are not in the form that this code knows. */
function assertSchema(database: Database.Database, steps: readonly SchemaStep[]): void {
  if (schemaVersion(database, steps.length) === steps.length) return;
  throw new OperatorError(
    `${database.name} is not in the form of this Cardfile yet: open it once for writing, for example with cardfile doctor`,
  );
}

function schemaVersion(database: Database.Database, known: number): number {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version <= known) return version;
  throw new OperatorError(
    `${database.name} was written by a newer Cardfile (version ${version} of its tables; this one knows up to ${known}): upgrade Cardfile to open it`,
  );
}

const MEANINGS: Readonly<Record<string, string>> = {
  SQLITE_NOTADB: 'is not a database of Cardfile: choose another data folder, or restore a backup',
  SQLITE_CORRUPT: 'is damaged: stop the server and restore the last backup',
  SQLITE_CANTOPEN: 'cannot be opened: check that the folder exists and that this user may write it',
  SQLITE_READONLY: 'may not be written: give this user the right to write the data folder',
  SQLITE_FULL: 'cannot grow: the disk is full; free some space, nothing that was committed is lost',
  SQLITE_IOERR: 'cannot be read or written: the disk failed or is full; check it, then run cardfile doctor',
  SQLITE_BUSY: 'is locked by another process: try again when that one is done',
};

/** What a refusal of SQLite means for the operator; any other error comes back as it is. `what` names the file. */
export function explainSqlite(error: unknown, what: string): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const meaning = MEANINGS[error.code.split('_').slice(0, 2).join('_')];
  return meaning === undefined ? error : new OperatorError(`${what} ${meaning} (${error.message})`, { cause: error });
}
