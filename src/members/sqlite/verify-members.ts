// Verifies members.db, and invalidates the sessions and links of a restored copy.

import { openSqlite } from '../../ops/sqlite/sqlite-file.ts';
import { type Verification, verifyFile } from '../../ops/sqlite/verify-file.ts';
import { MEMBERS_SCHEMA } from './schema.ts';

const BUSY_TIMEOUT_MS = 5000;

/** The row counts of the file, or its faults. */
export function verifyMembers(file: string): Verification {
  return verifyFile(file, MEMBERS_SCHEMA, (database) => {
    const members = database.prepare<[], number>('SELECT count(*) FROM member').pluck().get() ?? 0;
    return { faults: [], counts: { members } };
  });
}

/** Removes all sessions and links: those that have ended or were used since the copy would be valid again. */
export function endSessionsAndLinks(file: string): void {
  const database = openSqlite({ file, busyTimeoutMs: BUSY_TIMEOUT_MS, synchronous: 'FULL', steps: MEMBERS_SCHEMA });
  try {
    database.exec('DELETE FROM session; DELETE FROM invitation');
  } finally {
    database.close();
  }
}
