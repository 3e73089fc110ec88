// Proves members.db sound, and ends what a restored copy of it would bring back to life.

import { type Proof, proveFile } from '../../ops/prove-file.ts';
import { openSqlite } from '../../ops/sqlite-file.ts';
import { MEMBERS_SCHEMA } from './schema.ts';

const BUSY_TIMEOUT_MS = 5000;

/** What the file holds, or why it is not sound. */
export function proveMembers(file: string): Proof {
  return proveFile(file, (database) => {
    const members = database.prepare<[], number>('SELECT count(*) FROM member').pluck().get() ?? 0;
    return { faults: [], counts: { members } };
  });
}

/** Sessions that have ended and links that were used since the copy was made would be good again: all of them are dropped. */
export function endSessionsAndLinks(file: string): void {
  const database = openSqlite({ file, busyTimeoutMs: BUSY_TIMEOUT_MS, synchronous: 'FULL', steps: MEMBERS_SCHEMA });
  try {
    database.exec('DELETE FROM session; DELETE FROM invitation');
  } finally {
    database.close();
  }
}
