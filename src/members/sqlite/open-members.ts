// Opens members.db. It is a separate file, so that sign-ins and charges never wait for each other. Any number of
// threads and processes may have it open.
import type { Clock } from '../../ops/clock.ts';
import { openSqlite } from '../../ops/sqlite/sqlite-file.ts';
import type { MemberStore } from '../port.ts';
import type { SessionLife } from '../session-life.ts';
import { AttemptRepository } from './attempt-repository.ts';
import { AuditRepository } from './audit-repository.ts';
import { ListRepository } from './list-repository.ts';
import { MemberRepository } from './member-repository.ts';
import { MEMBERS_SCHEMA } from './schema.ts';
import { SearchRepository } from './search-repository.ts';
import { SessionRepository } from './session-repository.ts';
import { TotpRepository } from './totp-repository.ts';
import { TraceRepository } from './trace-repository.ts';

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
    members: new MemberRepository(database, clock),
    sessions: new SessionRepository(database, clock, life),
    attempts: new AttemptRepository(database, clock),
    audit: new AuditRepository(database, clock),
    searches: new SearchRepository(database, clock),
    totp: new TotpRepository(database, clock),
    lists: new ListRepository(database, clock),
    traces: new TraceRepository(database),
    close: async () => void database.close(),
  };
}
