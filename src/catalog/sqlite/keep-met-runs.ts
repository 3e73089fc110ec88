// Brings a catalog of version 2 to version 3: a source row has all later runs that brought it, not only the last one.
import type { SchemaStep } from '../../ops/sqlite-file.ts';

/** Does nothing to a catalog that was made in this form. */
export const keepMetRuns: SchemaStep = (database) => {
  for (const table of ['company_contribution', 'person_contribution']) {
    const columns = database.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
    if (columns.includes('met_runs')) continue;
    database.exec(`ALTER TABLE ${table} ADD COLUMN met_runs TEXT NOT NULL DEFAULT '';
      UPDATE ${table} SET met_runs = met_run WHERE met_run IS NOT NULL;
      ALTER TABLE ${table} DROP COLUMN met_run;`);
  }
};
