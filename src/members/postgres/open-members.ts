// Opens the store of members in PostgreSQL. Connections are opened on demand.
import type { Clock } from '../../ops/clock.ts';
import { Database, type DatabaseOptions } from '../../ops/postgres/database.ts';
import type { MemberStore } from '../port.ts';
import type { SessionLife } from '../session-life.ts';
import { AttemptRepository } from './attempt-repository.ts';
import { AuditRepository } from './audit-repository.ts';
import { ListRepository } from './list-repository.ts';
import { MemberRepository } from './member-repository.ts';
import { SearchRepository } from './search-repository.ts';
import { SessionRepository } from './session-repository.ts';
import { TotpRepository } from './totp-repository.ts';
import { TraceRepository } from './trace-repository.ts';

const CONNECTIONS = 3;
const STATEMENT_MS = 10_000;

interface MembersOptions extends Pick<DatabaseOptions, 'url' | 'check'> {
  readonly clock: Clock;
  readonly life: SessionLife;
}

export function openPostgresMembers({ clock, life, ...access }: MembersOptions): MemberStore {
  const database = new Database({ ...access, role: 'members', connections: CONNECTIONS, statementMs: STATEMENT_MS });
  return {
    members: new MemberRepository(database, clock),
    sessions: new SessionRepository(database, clock, life),
    attempts: new AttemptRepository(database, clock),
    audit: new AuditRepository(database, clock),
    searches: new SearchRepository(database, clock),
    totp: new TotpRepository(database, clock),
    lists: new ListRepository(database, clock),
    traces: new TraceRepository(database),
    close: () => database.close(),
  };
}
