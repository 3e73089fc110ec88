// Opens the store of members in PostgreSQL. Connections are opened on demand.
import type { Clock } from '../../ops/clock.ts';
import { Database, type DatabaseOptions } from '../../ops/postgres/database.ts';
import type { MemberStore } from '../port.ts';
import type { SessionLife } from '../session-life.ts';
import { AttemptBook } from './attempt-book.ts';
import { AuditBook } from './audit-book.ts';
import { ListBook } from './list-book.ts';
import { MemberBook } from './member-book.ts';
import { SearchBook } from './search-book.ts';
import { SessionBook } from './session-book.ts';
import { TotpBook } from './totp-book.ts';
import { TraceBook } from './trace-book.ts';

const CONNECTIONS = 3;
const STATEMENT_MS = 10_000;

interface MembersOptions extends Pick<DatabaseOptions, 'url' | 'check'> {
  readonly clock: Clock;
  readonly life: SessionLife;
}

export function openPostgresMembers({ clock, life, ...access }: MembersOptions): MemberStore {
  const database = new Database({ ...access, role: 'members', connections: CONNECTIONS, statementMs: STATEMENT_MS });
  return {
    members: new MemberBook(database, clock),
    sessions: new SessionBook(database, clock, life),
    attempts: new AttemptBook(database, clock),
    audit: new AuditBook(database, clock),
    searches: new SearchBook(database, clock),
    totp: new TotpBook(database, clock),
    lists: new ListBook(database, clock),
    traces: new TraceBook(database),
    close: () => database.close(),
  };
}
