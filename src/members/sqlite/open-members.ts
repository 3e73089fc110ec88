// Opens members.db. It is a file of its own so that whoever signs in never waits for a charge, and no charge for a sign-in.
// Any number of threads and processes may have it open.
import type { Clock } from '../../ops/clock.ts';
import { openSqlite } from '../../ops/sqlite-file.ts';
import type { MemberStore } from '../port.ts';
import { AttemptBook } from './attempt-book.ts';
import { AuditBook } from './audit-book.ts';
import { MemberBook } from './member-book.ts';
import { MEMBERS_SCHEMA } from './schema.ts';
import { SessionBook, type SessionLife } from './session-book.ts';

/** How long a write waits for those of other threads and processes before it fails. */
const BUSY_TIMEOUT_MS = 5000;

interface MembersOptions {
  /** Path of members.db, made where it is missing; its folder must exist. */
  readonly file: string;
  readonly clock: Clock;
  readonly life: SessionLife;
}

/** Throws where the file is not a store that this version can use. */
export function openMembers({ file, clock, life }: MembersOptions): MemberStore {
  const database = openSqlite({ file, busyTimeoutMs: BUSY_TIMEOUT_MS, synchronous: 'FULL', steps: MEMBERS_SCHEMA });
  database.pragma('foreign_keys = ON');
  return {
    members: new MemberBook(database, clock),
    sessions: new SessionBook(database, clock, life),
    attempts: new AttemptBook(database, clock),
    audit: new AuditBook(database, clock),
    close: () => void database.close(),
  };
}
