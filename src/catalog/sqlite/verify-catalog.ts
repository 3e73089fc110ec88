// Verifies a catalog: its stored counts must equal the numbers of its rows. Reads the whole file.
import { type Verification, verifyFile } from '../../ops/sqlite/verify-file.ts';
import { CATALOG_SCHEMA } from './schema.ts';

const TABLES = { companies: 'company', people: 'person', openings: 'opening' } as const;

/** The row counts of the file, or its faults. */
export function verifyCatalog(file: string): Verification {
  return verifyFile(file, CATALOG_SCHEMA, (database) => {
    const one = (sql: string) => database.prepare<[], number>(sql).pluck().get() ?? 0;
    const entries = Object.entries(TABLES);
    const counts = Object.fromEntries(entries.map(([kind, table]) => [kind, one(`SELECT count(*) FROM ${table}`)]));
    const faults = entries
      .filter(([kind]) => one(`SELECT ${kind} FROM meta`) !== counts[kind])
      .map(([kind]) => `its counter of ${kind} is ${one(`SELECT ${kind} FROM meta`)}, but it holds ${counts[kind]}`);
    return { faults, counts };
  });
}
