// A lock between processes and threads that the operating system drops when its holder dies, however it dies.
// It is SQLite's own file lock on an empty database. Nothing else may open the file: in the process that holds the lock,
// closing any other descriptor of it would drop the lock too.
import Database from 'better-sqlite3';

interface ExclusiveLock {
  /** Lets the next one in. Calling it again does nothing. */
  release(): void;
}

/**
 * Takes the lock that `file` stands for; null where another holds it. Makes the file where it is missing and never removes it.
 * `waitMs` blocks the thread for up to that long.
 */
export function acquireLock(file: string, { waitMs = 0 }: { readonly waitMs?: number } = {}): ExclusiveLock | null {
  const database = new Database(file, { timeout: waitMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return { release: () => void database.close() };
}
