// The one place that chooses implementations: where the data lies and what keeps it.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import type { Accounts, AccountsAdmin, AccountsDifference, AccountsObserver } from '../accounts/port.ts';
import { compareAccounts } from '../accounts/sqlite/compare-accounts.ts';
import { type LedgerEvents, type LedgerThread, startLedgerThread } from '../accounts/sqlite/ledger-thread.ts';
import { openServing, openAccounts as openSqliteAccounts } from '../accounts/sqlite/open-accounts.ts';
import { proveAccounts as proveSqliteAccounts } from '../accounts/sqlite/prove-accounts.ts';
import type { CatalogCounts } from '../catalog/figures-port.ts';
import { countCatalog as countSqliteCatalog } from '../catalog/sqlite/count-catalog.ts';
import { lostSuppressions as lostSqliteSuppressions } from '../catalog/sqlite/lost-suppressions.ts';
import { openCatalog as openSqliteCatalog } from '../catalog/sqlite/open-catalog.ts';
import { openCatalogKeeper as openSqliteCatalogKeeper } from '../catalog/sqlite/open-catalog-keeper.ts';
import { openCatalogWriter as openSqliteCatalogWriter } from '../catalog/sqlite/open-catalog-writer.ts';
import { proveCatalog as proveSqliteCatalog } from '../catalog/sqlite/prove-catalog.ts';
import { MERGE_RULES } from '../import/merge.ts';
import type { MemberStore } from '../members/port.ts';
import { openMembers as openSqliteMembers } from '../members/sqlite/open-members.ts';
import {
  endSessionsAndLinks as endInSqlite,
  proveMembers as proveSqliteMembers,
} from '../members/sqlite/prove-members.ts';
import { systemClock } from '../ops/clock.ts';
import { acquireLock } from '../ops/exclusive-lock.ts';
import type { Proof } from '../ops/prove-file.ts';
import type { Schedule } from '../ops/schedule.ts';
import { EditionStore } from '../search/edition/edition-store.ts';
import { type Config, ConfigError } from './config.ts';

/** Stands in a data folder while a restore puts stores into it. */
export const RESTORE_FOLDER = 'restore.partial';

/** A file of the data folder, which is made where it is missing. */
function place(config: Config, file: string): string {
  if (existsSync(join(config.data, RESTORE_FOLDER))) {
    throw new ConfigError(
      `a restore into ${config.data} did not finish: give \`cardfile restore\` again, with --force`,
    );
  }
  try {
    makeFolder(resolve(config.data));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `the data folder ${config.data} cannot be made: ${reason}; choose another with --data or CARDFILE_DATA`,
    );
  }
  return join(config.data, file);
}

/** Folder by folder: on some file systems Node's recursive mkdir never ends. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

export const catalogFile = (config: Config) => place(config, 'catalog.db');
export const accountsFile = (config: Config) => place(config, 'accounts.db');

/** `schedule`: see CatalogOptions; for a thread that serves. */
export function openCatalog(config: Config, schedule?: Schedule) {
  const options = { file: catalogFile(config), networkHost: config.networkHost };
  return openSqliteCatalog(schedule ? { ...options, schedule } : options);
}

export function openCatalogWriter(config: Config) {
  return openSqliteCatalogWriter({
    file: catalogFile(config),
    merge: MERGE_RULES,
  });
}

export function openCatalogKeeper(config: Config) {
  return openSqliteCatalogKeeper({ file: catalogFile(config), merge: MERGE_RULES });
}

/** Counts the catalog; not for a serving thread. */
export function countCatalog(config: Config): CatalogCounts {
  return countSqliteCatalog(catalogFile(config), { nowMs: systemClock.now(), days: config.emailStatusDays });
}

export function openAccounts(
  config: Config,
  observer?: AccountsObserver,
): { accounts: Accounts; admin: AccountsAdmin } {
  return openSqliteAccounts({ file: accountsFile(config), clock: systemClock, ...(observer ? { observer } : {}) });
}

/** The thread through which all serving threads of this process charge; see its docstring for what is told. */
export function startLedger(config: Config, told: LedgerEvents): Promise<LedgerThread> {
  return startLedgerThread({ file: accountsFile(config), ...told });
}

/** The serving side of one thread, on a port of `startLedger`. */
export function openServingAccounts(config: Config, ledger: MessagePort, observer: AccountsObserver): Accounts {
  return openServing({ file: accountsFile(config), clock: systemClock, ledger, observer });
}

export const membersFile = (config: Config) => place(config, 'members.db');

/** `file`: by default that of the data folder. */
export function openMembers(config: Config, file = membersFile(config)): MemberStore {
  const life = { idleMs: config.sessionIdleMinutes * 60_000, absoluteMs: config.sessionHours * 3_600_000 };
  return openSqliteMembers({ file, clock: systemClock, life });
}

export const editionsFolder = (config: Config) => place(config, 'editions');

export function openEditions(config: Config): EditionStore {
  return new EditionStore(editionsFolder(config));
}

/** Each reads a file of a backup whole and tells whether it is sound. */
export const proveCatalog = (file: string): Proof => proveSqliteCatalog(file);
export const proveAccounts = (file: string): Proof => proveSqliteAccounts(file);
export const proveMembers = (file: string): Proof => proveSqliteMembers(file);

/** What putting one file of accounts in the place of another would undo; null: in no other's. */
export function accountsDifference(copy: string, current: string | null): AccountsDifference {
  return compareAccounts(copy, current, systemClock.now());
}

/** See lost-suppressions.ts. */
export const lostSuppressions = (copy: string, current: string): number | null => lostSqliteSuppressions(copy, current);

/** Of a restored file of members. */
export const endSessionsAndLinks = (file: string): void => endInSqlite(file);

/** What only one process at a time may do with a data folder. */
export type Exclusive = 'serve' | 'import' | 'index';

/** Null where another process does it. `waitMs` blocks for up to that long. */
export function lockData(config: Config, what: Exclusive, waitMs = 0) {
  return acquireLock(place(config, `${what}.lock`), { waitMs });
}
