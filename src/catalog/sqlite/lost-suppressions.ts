// Detects suppressions that a copy of catalog.db lacks: people and companies that were added to the list after the
// copy.
import Database from 'better-sqlite3';

const ENTRIES = "SELECT kind || ' ' || hash FROM suppression";

/** Number of entries in the list of `current` that are not in `copy`; null if one of the files cannot be read. */
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
