// Migrates a catalog from version 2 to version 3: a source row stores all later runs that contained it, not only the
// last one.
import type { Database } from 'better-sqlite3';
import type { SchemaStep } from '../../ops/sqlite/sqlite-file.ts';
import { hasColumn } from './compress-texts.ts';

const FORMER = 'met_run';
/** Number of row ids between two progress reports. */
const ROWS_A_TIME = 100_000;

/** Does nothing if the catalog was created in this form. */
export const storeSeenRuns: SchemaStep = (database, report) => {
  const former = ['company_contribution', 'person_contribution'].filter((table) => hasColumn(database, table, FORMER));
  const lasts = former.map((table) => lastIdOf(database, table));
  const total = lasts.reduce((sum, last) => sum + last, 0);
  let done = 0;
  for (const [index, table] of former.entries()) {
    database.exec(`ALTER TABLE ${table} ADD COLUMN met_runs TEXT NOT NULL DEFAULT ''`);
    const last = lasts[index] ?? 0;
    const copy = database.prepare<[number, number]>(
      `UPDATE ${table} SET met_runs = ${FORMER} WHERE id > ? AND id <= ? AND ${FORMER} IS NOT NULL`,
    );
    for (let after = 0; after < last; after += ROWS_A_TIME) {
      report({ what: 'source rows', done: done + after, total });
      copy.run(after, after + ROWS_A_TIME);
    }
    done += last;
  }
  if (total > 0) report({ what: 'source rows', done, total });
  for (const [index, table] of former.entries()) {
    // SQLite writes every row of the table in one statement, which takes long and reports nothing.
    report({ what: 'tables of source rows written again', done: index, total: former.length });
    database.exec(`ALTER TABLE ${table} DROP COLUMN ${FORMER}`);
  }
};

function lastIdOf(database: Database, table: string): number {
  return database.prepare<[], number>(`SELECT coalesce(max(id), 0) FROM ${table}`).pluck().get() ?? 0;
}
