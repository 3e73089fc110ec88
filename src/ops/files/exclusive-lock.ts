// A lock between processes and threads that the operating system releases when its holder dies, even by a crash.
// It is SQLite's file lock on an empty database. No other code may open the file: in the process that holds the lock,
// closing another descriptor of it would release the lock too.
import { existsSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { explainSqlite } from '../sqlite/sqlite-file.ts';

export interface ExclusiveLock {
  /** Releases the lock. Calling it again does nothing. */
  release(): void;
  /** Releases the lock, and removes its file if this lock has made it. */
  undo(): void;
}

/**
 * Acquires the lock of `file`; null if another holder has it. Creates the file if it is missing. Blocks the thread for
 * up to `waitMs`.
 */
export function acquireLock(file: string, { waitMs = 0 }: { readonly waitMs?: number } = {}): ExclusiveLock | null {
  let database: Database.Database | null = null;
  const isNew = !existsSync(file);
  try {
    database = new Database(file, { timeout: waitMs });
    const opened = inodeOf(file);
    database.exec('BEGIN EXCLUSIVE');
    // A holder has removed it while this one waited: the next would lock another file.
    if (opened !== inodeOf(file)) {
      database.close();
      return null;
    }
  } catch (error) {
    database?.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw explainSqlite(error, file);
  }
  const held = database;
  const release = () => void held.close();
  const undo = () => {
    if (isNew) rmSync(file, { force: true });
    release();
  };
  return { release, undo };
}

const inodeOf = (file: string) => statSync(file, { throwIfNoEntry: false, bigint: true })?.ino;
