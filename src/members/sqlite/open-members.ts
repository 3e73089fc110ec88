// Opens members.db. It is a separate file, so that sign-ins and charges never wait for each other. Any number of
// threads and processes may have it open.
import type { Clock } from '../../ops/clock.ts';
import { openSqlite } from '../../ops/sqlite/sqlite-file.ts';
import type { MemberStore } from '../port.ts';
import type { SessionLife } from '../session-life.ts';
import { AttemptBook } from './attempt-book.ts';
import { AuditBook } from './audit-book.ts';
import { ListBook } from './list-book.ts';
import { MemberBook } from './member-book.ts';
import { MEMBERS_SCHEMA } from './schema.ts';
import { SearchBook } from './search-book.ts';
import { SessionBook } from './session-book.ts';
import { TotpBook } from './totp-book.ts';
import { TraceBook } from './trace-book.ts';

/** Time limit for a write that waits for writes of other threads and processes. */
const BUSY_TIMEOUT_MS = 5000;

interface MembersOptions {
  /** Path of members.db, created if it is missing; its folder must exist. */
  readonly file: string;
  readonly clock: Clock;
  readonly life: SessionLife;
}

/** Throws if this version cannot use the file. */
export function openMembers({ file, clock, life }: MembersOptions): MemberStore {
  const database = openSqlite({ file, busyTimeoutMs: BUSY_TIMEOUT_MS, synchronous: 'FULL', steps: MEMBERS_SCHEMA });
  database.pragma('foreign_keys = ON');
  // A forgotten person leaves no bytes in the file.
  database.pragma('secure_delete = ON');
  return {
    members: new MemberBook(database, clock),
    sessions: new SessionBook(database, clock, life),
    attempts: new AttemptBook(database, clock),
    audit: new AuditBook(database, clock),
    searches: new SearchBook(database, clock),
    totp: new TotpBook(database, clock),
    lists: new ListBook(database, clock),
    traces: new TraceBook(database),
    close: async () => void database.close(),
  };
}
