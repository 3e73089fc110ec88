// Opens accounts.db for the serving and the operator's side. Any number of threads and processes may have the same file open.
import Database from 'better-sqlite3';
import type { Clock } from '../../ops/clock.ts';
import { eventLoop } from '../../ops/schedule.ts';
import { assertSqliteVersion } from '../../ops/sqlite-version.ts';
import type { Accounts, AccountsAdmin } from '../port.ts';
import { CallerCache } from './caller-cache.ts';
import { CreditBook } from './credit-book.ts';
import { GroupCommit } from './group-commit.ts';
import { IdempotentRequests } from './idempotent-requests.ts';
import { migrate } from './schema.ts';
import { type OpenStore, SqliteAccounts } from './sqlite-accounts.ts';
import { SqliteAccountsAdmin } from './sqlite-accounts-admin.ts';
import { UsageBook } from './usage-book.ts';

/** How long a write waits for those of other threads and processes before it fails. */
const BUSY_TIMEOUT_MS = 5000;

/** A connection as a store of accounts needs it, its tables of this version. */
export function openDatabase(file: string): Database.Database {
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    assertSqliteVersion(String(database.prepare('SELECT sqlite_version()').pluck().get()));
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
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
}

/** Both sides over one connection; `accounts.close()` ends both. Throws where the file is not a store that this version can use. */
export function openAccounts({ file, clock }: AccountsOptions): Sides {
  return accountsOver({ database: openDatabase(file), clock, schedule: eventLoop });
}

/** Both sides over a connection to a store that is of this version. */
export function accountsOver(on: Pick<OpenStore, 'database' | 'clock' | 'schedule'>): Sides {
  const { database, schedule } = on;
  const store: OpenStore = {
    ...on,
    commit: new GroupCommit(database, schedule),
    callers: new CallerCache(database),
    credits: new CreditBook(database),
    usage: new UsageBook(database),
    idempotent: new IdempotentRequests(database),
  };
  return { accounts: new SqliteAccounts(store), admin: new SqliteAccountsAdmin(store) };
}
