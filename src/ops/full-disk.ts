// Reading a SQLite file on a full disk. A connection shares the index of the WAL in a file of 32 KiB, for which there
// is no space; a connection that is the only one of its file has it in memory. Loads no SQLite, as many commands open
// no file.
import type { Database } from 'better-sqlite3';

let isAllowed = false;

/** For a command that only reads: it may lock the files that it opens, if the disk is full. */
export function allowSoleUse(): void {
  isAllowed = true;
}

/** Statement with which a connection that is opened for `isSole` begins. */
export const SOLE_USE = 'PRAGMA locking_mode = EXCLUSIVE';

/** Whether a connection is the only one of its file, so that no other can be opened. */
export function isSoleUser(database: Database): boolean {
  return database.pragma('locking_mode', { simple: true }) === 'exclusive';
}

/**
 * Opens a file, or uses it. On a full disk it calls `open` again, for a connection that may write (a lock needs it) and
 * begins with SOLE_USE.
 */
export function openUnlessFull<T>(open: (isSole: boolean) => T): T {
  try {
    return open(false);
  } catch (error) {
    if (!isAllowed || (error as NodeJS.ErrnoException).code !== 'SQLITE_IOERR_SHMSIZE') throw error;
    return open(true);
  }
}
