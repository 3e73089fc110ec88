// Opens a connection to catalog.db. Any number of threads and processes may have the same file open. Statements that
// sort, group or find a maximum compare parameters as `column = +?`: without the `+`, SQLite would plan them again at
// each execution, which costs more than the read.
import { basename } from 'node:path';
import type { Database } from 'better-sqlite3';
import { reportMigration } from '../../ops/migration-report.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import { openSqlite, readSqlite } from '../../ops/sqlite/sqlite-file.ts';
import { addSearchColumns, lacksColumns } from './add-search-columns.ts';
import { CATALOG_SCHEMA } from './schema.ts';

/** A timeout that covers the index creation of an exclusive import with tens of millions of people. */
const BUSY_TIMEOUT_MS = 120_000;

/**
 * A page holds four people of two kilobytes. A smaller page would hold two and leave a gap. An uncached row is one disk
 * read in both cases.
 */
const PAGE_BYTES = 8192;

/** Throws an OperatorError if this version cannot use the file or, with `readOnly`, if the file is missing. */
export function openDatabase(file: string, { readOnly }: { readOnly: boolean }): Database {
  // A loss of power may lose a reported batch. The run then resumes after the last durable batch.
  const database = openSqlite({
    file,
    readOnly,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    synchronous: 'NORMAL',
    pageBytes: PAGE_BYTES,
    steps: CATALOG_SCHEMA,
  });
  try {
    if (lacksColumns(database)) addColumns(database, readOnly);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Whether a catalog with the newest steps lacks columns, which the next opening for writing adds. Changes nothing. */
export function catalogLacksColumns(file: string): boolean {
  return readSqlite(file, lacksColumns);
}

function addColumns(database: Database, readOnly: boolean): void {
  if (readOnly) {
    throw new OperatorError(
      `${database.name} lacks columns that this version needs: stop the server, then run: cardfile upgrade run`,
    );
  }
  const file = basename(database.name);
  database
    .transaction(() => addSearchColumns(database, (progress) => reportMigration({ file, ...progress })))
    .immediate();
}
