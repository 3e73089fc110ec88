// Counts a catalog file for its operator.
import type { CheckAge } from '../email-age.ts';
import type { CatalogCounts } from '../figures-port.ts';
import { countCatalog as countOver } from '../reading/count-catalog.ts';
import { openDatabase } from './open-database.ts';
import { SqliteSql } from './sqlite-sql.ts';

/**
 * Opens the file, reads one consistent snapshot, and closes the file. `age` decides which verifications of addresses
 * are still valid. Throws an OperatorError if the file cannot be opened.
 */
export function countCatalog(file: string, age: CheckAge): CatalogCounts {
  const database = openDatabase(file, { readOnly: true });
  try {
    database.exec('BEGIN');
    return countOver(new SqliteSql(database), age);
  } finally {
    database.close();
  }
}
