// A consistent copy of a SQLite database that may be in use.
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { OperatorError } from './operator-error.ts';

/** Copies a database page by page, with all that is committed, into a new file. Rejects where `from` does not exist. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  if (!existsSync(from)) throw new OperatorError(`${from} does not exist: there is nothing to copy yet`);
  const database = new Database(from, { fileMustExist: true });
  try {
    await database.backup(to);
  } finally {
    database.close();
  }
}
