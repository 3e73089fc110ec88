// A lock between processes and threads that the operating system releases when its holder dies, even by a crash.
// It is SQLite's file lock on an empty database. No other code may open the file: in the process that holds the lock,
// closing another descriptor of it would release the lock too.
import Database from 'better-sqlite3';
import { explainSqlite } from './sqlite-file.ts';

interface ExclusiveLock {
  /** Releases the lock. Calling it again does nothing. */
  release(): void;
}

/**
 * Acquires the lock of `file`; null if another holder has it. Creates the file if it is missing and never removes it.
 * Blocks the thread for up to `waitMs`.
 */
export function acquireLock(file: string, { waitMs = 0 }: { readonly waitMs?: number } = {}): ExclusiveLock | null {
  let database: Database.Database | null = null;
  try {
    database = new Database(file, { timeout: waitMs });
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw explainSqlite(error, file);
  }
  const held = database;
  return { release: () => void held.close() };
}
