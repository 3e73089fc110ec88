// A lock between processes and threads. The operating system releases it when its holder dies, even in a crash. It is
// SQLite's file lock on an empty database. No other code may open the file: if the process that holds the lock closed
// another descriptor of the file, that would release the lock too.
import { existsSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isBusy } from '../sqlite/is-busy.ts';
import { explainSqlite } from '../sqlite/sqlite-file.ts';

/**
 * `waitMs` of a command that must not fail because another process tries the lock in the same moment: SQLite may then
 * reject both, unless they wait.
 */
export const CONTENTION_MS = 100;

export interface ExclusiveLock {
  /** Releases the lock. Further calls do nothing. */
  release(): void;
  /** Releases the lock, and removes its file if acquiring the lock created it. */
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
    // Otherwise SQLite writes a journal: a lock would need space on the disk.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
    // The previous holder removed the file during the wait; a lock on the removed file would not exclude others.
    if (opened !== inodeOf(file)) {
      database.close();
      return null;
    }
  } catch (error) {
    database?.close();
    if (isBusy(error)) return null;
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
