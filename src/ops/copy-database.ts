// A consistent copy of a SQLite database that may be in use, at the speed of the disk.
// A read transaction is held from the first page to the last: the copy is one snapshot, and commits of other connections neither wait for
// it nor begin it anew. Until it ends, the write-ahead log of the database keeps what is written meanwhile.
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { OperatorError } from './operator-error.ts';
import { enterWalMode } from './sqlite-file.ts';

/** How long is waited for a process that writes without the log: an import into an empty catalog. */
const BUSY_TIMEOUT_MS = 120_000;
/** 8 to 16 MB are copied at a time and flushed while the next are: a charge that is flushed meanwhile does not wait for the whole file. */
const PAGES_AT_A_TIME = 2000;

/** Copies all that is committed into a new file. Its last pages are still to be flushed. Rejects where `from` does not exist. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  if (!existsSync(from)) throw new OperatorError(`${from} does not exist: there is nothing to copy yet`);
  const database = new Database(from, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    enterWalMode(database, BUSY_TIMEOUT_MS);
    database.exec('BEGIN');
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    await copySnapshot(database, to);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
  closeAsOneFile(to);
}

async function copySnapshot(database: Database.Database, to: string): Promise<void> {
  // Made here, so that it can be flushed while SQLite fills it.
  const copied = await open(to, 'w');
  let flushing: Promise<void> | null = null;
  const flush = () => {
    flushing ??= copied.datasync().finally(() => {
      flushing = null;
    });
    return PAGES_AT_A_TIME;
  };
  try {
    await database.backup(to, { progress: flush });
    await flushing;
  } finally {
    await copied.close();
  }
}

/** Without a log of its own the copy is one file, which can be read where nothing may be written. */
function closeAsOneFile(file: string): void {
  const copy = new Database(file);
  copy.pragma('journal_mode = DELETE');
  copy.close();
}
