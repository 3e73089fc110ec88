// Opens accounts.db for the serving and the operator's side. Any number of threads and processes may have the same file open.
import type Database from 'better-sqlite3';
import type { Clock } from '../../ops/clock.ts';
import { eventLoop, type Schedule } from '../../ops/schedule.ts';
import { openSqlite } from '../../ops/sqlite-file.ts';
import type { Accounts, AccountsAdmin, AccountsObserver } from '../port.ts';
import { CallerCache } from './caller-cache.ts';
import { CreditBook } from './credit-book.ts';
import { GroupCommit } from './group-commit.ts';
import { IdempotentRequests } from './idempotent-requests.ts';
import { ACCOUNTS_SCHEMA } from './schema.ts';
import { type OpenStore, SqliteAccounts } from './sqlite-accounts.ts';
import { SqliteAccountsAdmin } from './sqlite-accounts-admin.ts';
import { UsageBook } from './usage-book.ts';

/** How long a write waits for those of other threads and processes before it fails. */
const BUSY_TIMEOUT_MS = 5000;

/** A connection as a store of accounts needs it, its tables of this version. */
export function openDatabase(file: string): Database.Database {
  const database = openSqlite({ file, busyTimeoutMs: BUSY_TIMEOUT_MS, synchronous: 'FULL', steps: ACCOUNTS_SCHEMA });
  database.pragma('foreign_keys = ON');
  return database;
}

interface Sides {
  readonly accounts: Accounts;
  readonly admin: AccountsAdmin;
}

interface AccountsOptions {
  /** Path of accounts.db, made where it is missing; its folder must exist. */
  readonly file: string;
  /** Decides month, hour, expiry and leases. */
  readonly clock: Clock;
  /** Decides when upkeep is done and for how long a reading is fresh; by default that of the event loop. */
  readonly schedule?: Schedule;
  readonly observer?: AccountsObserver;
}

const UNOBSERVED: AccountsObserver = { observeCommit: () => {}, observeUpkeepFailure: () => {} };

/** Both sides over one connection; `accounts.close()` ends both. Throws where the file is not a store that this version can use. */
export function openAccounts({ file, ...options }: AccountsOptions): Sides {
  return accountsOver({ schedule: eventLoop, ...options, database: openDatabase(file) });
}

/** Both sides over a connection to a store that is of this version. */
export function accountsOver(
  on: Pick<OpenStore, 'database' | 'clock' | 'schedule'> & Pick<AccountsOptions, 'observer'>,
): Sides {
  const { database, schedule, observer = UNOBSERVED } = on;
  const store: OpenStore = {
    ...on,
    observer,
    commit: new GroupCommit(database, schedule, (commit) => observer.observeCommit(commit)),
    callers: new CallerCache(database, schedule),
    credits: new CreditBook(database),
    usage: new UsageBook(database),
    idempotent: new IdempotentRequests(database),
  };
  return { accounts: new SqliteAccounts(store), admin: new SqliteAccountsAdmin(store) };
}
