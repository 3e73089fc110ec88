// Opens accounts.db for the serving and the operator's side. Any number of threads and processes may have the same file
// open.
import type { MessagePort } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import type { Clock } from '../../ops/clock.ts';
import { servingSchedule } from '../../ops/scheduling/fair-scheduler.ts';
import { eventLoop, type Schedule } from '../../ops/scheduling/schedule.ts';
import { openSqlite } from '../../ops/sqlite/sqlite-file.ts';
import { type AccountsAdmin, type AccountsObserver, type BatchingAccounts, UNOBSERVED } from '../port.ts';
import { Ledger } from './ledger.ts';
import { LedgerPort } from './ledger-port.ts';
import { localLedger } from './local-ledger.ts';
import { ACCOUNTS_SCHEMA } from './schema.ts';
import { SqliteAccounts } from './sqlite-accounts.ts';
import { SqliteAccountsAdmin } from './sqlite-accounts-admin.ts';

/** Timeout of a write that waits for writes of other threads and processes. */
const BUSY_TIMEOUT_MS = 5000;

/** A connection configured for a store of accounts, with the current schema. */
export function openDatabase(file: string, { mustExist = false } = {}): Database.Database {
  const settings = { busyTimeoutMs: BUSY_TIMEOUT_MS, synchronous: 'FULL', steps: ACCOUNTS_SCHEMA } as const;
  const database = openSqlite({ file, mustExist, ...settings });
  database.pragma('foreign_keys = ON');
  // Stored answers contain compressed personal data: secure deletion leaves none of a removed answer in the file.
  database.pragma('secure_delete = ON');
  return database;
}

interface Sides {
  readonly accounts: BatchingAccounts;
  readonly admin: AccountsAdmin;
}

interface AccountsOptions {
  /** Path of accounts.db; its folder must exist. */
  readonly file: string;
  /** Throws if there is no file. By default the file is created. */
  readonly mustExist?: boolean;
  /** Decides month, hour, expiry and leases. */
  readonly clock: Clock;
  /** Schedules upkeep and measures the freshness of readings. Default: the event loop. */
  readonly schedule?: Schedule;
  readonly observer?: AccountsObserver;
}

/** Both sides over one connection; `accounts.close()` closes both. Throws if this version cannot use the file. */
export function openAccounts({ file, mustExist = false, ...options }: AccountsOptions): Sides {
  return accountsOver({ schedule: eventLoop, ...options, database: openDatabase(file, { mustExist }) });
}

interface ServingOptions extends Omit<AccountsOptions, 'mustExist'> {
  readonly ledger: MessagePort;
}

/**
 * The serving side. Its writes go through a port to the ledger of the process, which has created the file: so a thread
 * that starts later never replaces a removed file. Throws as `openAccounts` does.
 */
export function openServing({ file, ...options }: ServingOptions): SqliteAccounts {
  const { clock, schedule = servingSchedule, observer = UNOBSERVED, ledger } = options;
  const database = openDatabase(file, { mustExist: true });
  return new SqliteAccounts({ database, link: new LedgerPort(ledger), clock, schedule, observer });
}

interface OverOptions {
  /** A connection to a store with the current schema. */
  readonly database: Database.Database;
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly observer?: AccountsObserver;
}

/** Both sides over one connection, with their own ledger. */
export function accountsOver({ database, clock, schedule, observer = UNOBSERVED }: OverOptions): Sides {
  const ledger = new Ledger(database, clock);
  const onUpkeepFailure = (error: unknown) => observer.observeUpkeepFailure(error);
  const link = localLedger({ ledger, schedule, onUpkeepFailure });
  const accounts = new SqliteAccounts({ database, link, clock, schedule, observer });
  return { accounts, admin: new SqliteAccountsAdmin({ database, clock, schedule, serving: accounts }) };
}
