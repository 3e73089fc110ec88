// Verifies a SQLite file: its pages, indexes and foreign keys. Opens it read-only.

import type Database from 'better-sqlite3';
import { messageOf } from '../message-of.ts';
import { OperatorError } from '../operator-error.ts';
import { assertUsable, readSqlite, type SchemaStep } from './sqlite-file.ts';

/** The result of the verification. */
export interface Verification {
  /** Empty if the file is sound. */
  readonly faults: readonly string[];
  /** Row counts, by name. */
  readonly counts: Readonly<Record<string, number>>;
}

const FAULTS_MAX = 5;

/**
 * Reads the whole file; `verify` then checks its contents. An unreadable file is a fault in the result, not an error. A
 * file that this version cannot use throws an OperatorError.
 */
export function verifyFile(
  file: string,
  steps: readonly SchemaStep[],
  verify: (database: Database.Database) => Verification,
): Verification {
  try {
    return readSqlite(file, (database) => {
      const found = database.pragma(`integrity_check(${FAULTS_MAX})`) as { integrity_check: string }[];
      const broken = found.map((row) => row.integrity_check).filter((text) => text !== 'ok');
      if (broken.length > 0) return { faults: broken, counts: {} };
      const dangling = (database.pragma('foreign_key_check') as { table: string }[]).slice(0, FAULTS_MAX);
      assertUsable(database, steps);
      const { faults, counts } = verify(database);
      return {
        faults: [...dangling.map(({ table }) => `a row of ${table} refers to a missing row`), ...faults],
        counts,
      };
    });
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    return { faults: [messageOf(error)], counts: {} };
  }
}
