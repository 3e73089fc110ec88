// Makes a consistent copy of a SQLite database in use, at the speed of the disk. One read transaction spans the whole
// copy, so the copy is one snapshot, and commits of other connections neither wait for it nor restart it. Until it
// ends, the write-ahead log of the database grows by the commits made meanwhile.
import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { openUnlessFull, SOLE_USE } from '../full-disk.ts';
import { OperatorError } from '../operator-error.ts';
import { enterWalMode, withFile } from './sqlite-file.ts';

/** Busy timeout for a process that writes without the WAL, such as an import into an empty catalog. */
const BUSY_TIMEOUT_MS = 120_000;
/**
 * Pages per step, 8 to 16 MB. Each step is flushed during the next ones, so that a concurrent charge does not wait for
 * the whole file.
 */
const PAGES_AT_A_TIME = 2000;

/** Number of copied pages, and of all pages. */
export interface CopyProgress {
  readonly done: number;
  readonly total: number;
}

/**
 * Copies all committed data into a new file. The caller must flush its last pages. Rejects if `from` does not exist.
 */
export async function copyDatabase(
  from: string,
  to: string,
  onProgress: (progress: CopyProgress) => void = () => {},
): Promise<void> {
  // Throws if the folder must not be read, because then its files are not missing.
  if (!statSync(from, { throwIfNoEntry: false }))
    throw new OperatorError(`${from} does not exist: there is nothing to copy yet`);
  const database = openUnlessFull((isSole) => openSource(from, isSole));
  try {
    database.exec('BEGIN');
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    await copySnapshot(database, to, onProgress);
    database.exec('COMMIT');
  } catch (error) {
    throw withFile(error, from);
  } finally {
    database.close();
  }
  closeAsOneFile(to);
}

function openSource(file: string, isSole: boolean): Database.Database {
  const database = new Database(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    if (isSole) database.exec(SOLE_USE);
    enterWalMode(database, BUSY_TIMEOUT_MS);
    return database;
  } catch (error) {
    database.close();
    throw withFile(error, file);
  }
}

async function copySnapshot(
  database: Database.Database,
  to: string,
  onProgress: (progress: CopyProgress) => void,
): Promise<void> {
  // Created here, so that it can be flushed while SQLite fills it.
  const copied = await open(to, 'w');
  let flushing: Promise<void> | null = null;
  const flush = ({ totalPages, remainingPages }: Database.BackupMetadata) => {
    onProgress({ done: totalPages - remainingPages, total: totalPages });
    flushing ??= copied.datasync().finally(() => {
      flushing = null;
    });
    return PAGES_AT_A_TIME;
  };
  try {
    await database.backup(to, { progress: flush });
    await flushing;
  } catch (error) {
    // The disk of the copy is full; the database is only read.
    throw error instanceof Database.SqliteError && error.code === 'SQLITE_FULL' ? withFile(error, to) : error;
  } finally {
    await copied.close();
  }
}

/** Switches the copy out of WAL mode: it is then a single file, which can be read on a read-only file system. */
function closeAsOneFile(file: string): void {
  const copy = new Database(file);
  copy.pragma('journal_mode = DELETE');
  copy.close();
}
