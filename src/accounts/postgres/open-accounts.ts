// Opens accounts in PostgreSQL for the serving and the operator's side. Connections are opened on first use.
import type { Clock } from '../../ops/clock.ts';
import { Database, type DatabaseOptions } from '../../ops/postgres/database.ts';
import { eventLoop, type Schedule } from '../../ops/scheduling/schedule.ts';
import { type AccountsAdmin, type AccountsObserver, type BatchingAccounts, UNOBSERVED } from '../port.ts';
import { localLink } from './ledger-link.ts';
import { PostgresAccounts } from './postgres-accounts.ts';
import { PostgresAccountsAdmin } from './postgres-accounts-admin.ts';
import { CHARGE_LANES, PostgresLedger } from './postgres-ledger.ts';

const CHARGE_MS = 2000;
const OTHER_MS = 10_000;
const CONNECTIONS = 3;

export type DatabaseAccess = Pick<DatabaseOptions, 'url' | 'check'>;

export interface PostgresAccountsOptions extends DatabaseAccess {
  /** Decides month, hour, expiry and leases. */
  readonly clock: Clock;
  /** Decides the times of upkeep and the freshness of readings; by default that of the event loop. */
  readonly schedule?: Schedule;
  readonly observer?: AccountsObserver;
}

/** The databases of a ledger: charges have separate connections. Connections are opened on first use. */
export function ledgerDatabases(access: DatabaseAccess): { charges: Database; database: Database } {
  return {
    charges: new Database({
      ...access,
      role: 'charges',
      connections: CHARGE_LANES,
      statementMs: CHARGE_MS,
      plansOnce: true,
    }),
    database: new Database({ ...access, role: 'accounts', connections: CONNECTIONS, statementMs: OTHER_MS }),
  };
}

/** Both sides with their own ledger; `accounts.close()` ends all. */
export function openPostgresAccounts(options: PostgresAccountsOptions): {
  accounts: BatchingAccounts;
  admin: AccountsAdmin;
} {
  const { clock, schedule = eventLoop, observer = UNOBSERVED, ...access } = options;
  const databases = ledgerDatabases(access);
  const onUpkeepFailure = (error: unknown) => observer.observeUpkeepFailure(error);
  const ledger = new PostgresLedger({ ...databases, clock, schedule, undecidedFile: null, onUpkeepFailure });
  const accounts = new PostgresAccounts({ link: localLink(ledger), clock, schedule, observer });
  const { usage, idempotent } = ledger;
  const admin = new PostgresAccountsAdmin({
    database: databases.database,
    clock,
    usage,
    idempotent,
    serving: accounts,
  });
  return { accounts, admin };
}
