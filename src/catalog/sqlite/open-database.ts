// Opens a connection to catalog.db. Any number of threads and processes may have the same file open.
// In statements that sort, group or seek a maximum, parameters are compared as `column = +?`: compared bare, SQLite would plan them anew
// at each execution, which costs more than what they read.
import type { Database } from 'better-sqlite3';
import { openSqlite } from '../../ops/sqlite-file.ts';
import { CATALOG_SCHEMA } from './schema.ts';

/** As long as an import that was alone with tens of millions of people may take to make its indexes when somebody comes. */
const BUSY_TIMEOUT_MS = 120_000;

/** Of people of two kilobytes four lie on a page, and not two with a gap; a row that was never read is still one look at the disk. */
const PAGE_BYTES = 8192;

/** Throws an OperatorError where the file is not a catalog that this version can use; `readOnly` also where it is missing. */
export function openDatabase(file: string, { readOnly }: { readOnly: boolean }): Database {
  // A batch that was reported may be lost with the power; a run then takes up behind the last one that was not.
  return openSqlite({
    file,
    readOnly,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    synchronous: 'NORMAL',
    pageBytes: PAGE_BYTES,
    steps: CATALOG_SCHEMA,
  });
}
