// Opens a connection to catalog.db. Any number of threads and processes may have the same file open.
import Database from 'better-sqlite3';
import { assertSqliteVersion } from '../../ops/sqlite-version.ts';
import { assertMigrated, migrate } from './schema.ts';

/** How long a write waits for those of other threads and processes before it fails. */
const BUSY_TIMEOUT_MS = 10_000;

/** Throws where the file is not a catalog that this version can use; `readOnly` also where it is missing. */
export function openDatabase(file: string, { readOnly }: { readOnly: boolean }): Database.Database {
  const database = new Database(file, { readonly: readOnly, timeout: BUSY_TIMEOUT_MS });
  try {
    assertSqliteVersion(String(database.prepare('SELECT sqlite_version()').pluck().get()));
    if (readOnly) {
      assertMigrated(database);
    } else {
      database.pragma('journal_mode = WAL');
      // A batch that was reported may be lost with the power; a run then takes up behind the last one that was not.
      database.pragma('synchronous = NORMAL');
      migrate(database);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
