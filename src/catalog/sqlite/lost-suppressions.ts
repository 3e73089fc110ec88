// What a copy of catalog.db would undo: people and companies that were put on the suppression list since.
import Database from 'better-sqlite3';

const ENTRIES = "SELECT kind || ' ' || hash FROM suppression";

/** How many entries of the list of `current` are not in `copy`; null where one of the two cannot be read. */
export function lostSuppressions(copy: string, current: string): number | null {
  try {
    const kept = new Set(entriesOf(copy));
    return entriesOf(current).filter((entry) => !kept.has(entry)).length;
  } catch {
    return null;
  }
}

function entriesOf(file: string): string[] {
  const database = new Database(file, { fileMustExist: true });
  try {
    return database.prepare<[], string>(ENTRIES).pluck().all();
  } finally {
    database.close();
  }
}
