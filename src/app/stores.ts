// Chooses the implementations of catalog, ledger and editions. Those of accounts and members are chosen by
// account-stores.ts, which loads nothing of the others: commands start fast.
import type { MessagePort } from 'node:worker_threads';
import type { LedgerEvents, LedgerThread } from '../accounts/ledger/ledger-thread.ts';
import type { AccountsDifference, AccountsObserver, BatchingAccounts } from '../accounts/port.ts';
import { openPostgresServing } from '../accounts/postgres/open-serving.ts';
import { startPostgresLedger } from '../accounts/postgres/start-ledger.ts';
import { compareAccounts } from '../accounts/sqlite/compare-accounts.ts';
import { openServing } from '../accounts/sqlite/open-accounts.ts';
import { proveAccounts as proveSqliteAccounts } from '../accounts/sqlite/prove-accounts.ts';
import { startSqliteLedger } from '../accounts/sqlite/start-ledger.ts';
import type { CatalogCounts } from '../catalog/figures-port.ts';
import type { OpenedCatalog } from '../catalog/opened-catalog.ts';
import {
  countCatalog as countPostgresCatalog,
  openPolledCatalog,
  openCatalog as openPostgresCatalog,
} from '../catalog/postgres/open-catalog.ts';
import { openCatalogKeeper as openPostgresCatalogKeeper } from '../catalog/postgres/open-catalog-keeper.ts';
import { openCatalogWriter as openPostgresCatalogWriter } from '../catalog/postgres/open-catalog-writer.ts';
import type { RecordKeeper } from '../catalog/review-port.ts';
import { countCatalog as countSqliteCatalog } from '../catalog/sqlite/count-catalog.ts';
import { lostSuppressions as lostSqliteSuppressions } from '../catalog/sqlite/lost-suppressions.ts';
import { openCatalog as openSqliteCatalog } from '../catalog/sqlite/open-catalog.ts';
import { openCatalogKeeper as openSqliteCatalogKeeper } from '../catalog/sqlite/open-catalog-keeper.ts';
import { openCatalogWriter as openSqliteCatalogWriter } from '../catalog/sqlite/open-catalog-writer.ts';
import { proveCatalog as proveSqliteCatalog } from '../catalog/sqlite/prove-catalog.ts';
import type { CatalogWriter } from '../catalog/writer-port.ts';
import { MERGE_RULES } from '../import/merge.ts';
import {
  endSessionsAndLinks as endInSqlite,
  proveMembers as proveSqliteMembers,
} from '../members/sqlite/prove-members.ts';
import { systemClock } from '../ops/clock.ts';
import { acquireLock } from '../ops/exclusive-lock.ts';
import type { Fence } from '../ops/fence.ts';
import type { Proof } from '../ops/prove-file.ts';
import type { Schedule } from '../ops/schedule.ts';
import { EditionStore } from '../search/edition/edition-store.ts';
import type { Config } from './config.ts';
import { accountsFile, catalogFile, type Exclusive, editionsFolder, lockFile, undecidedFile } from './data-folder.ts';
import { DATABASE_STEPS } from './database-schema.ts';

/** `schedule`: see CatalogOptions; for a thread that serves. */
export function openCatalog(config: Config, schedule?: Schedule): OpenedCatalog {
  if (config.database !== null) {
    const options = { ...schemaAccess(config.database), networkHost: config.networkHost };
    return schedule ? openPolledCatalog(options, schedule) : openPostgresCatalog(options);
  }
  const options = { file: catalogFile(config), networkHost: config.networkHost };
  return openSqliteCatalog(schedule ? { ...options, schedule } : options);
}

/** `isDurable`: see WriterOptions; `fence`: the lease of an import or of another long change. */
export function openCatalogWriter(
  config: Config,
  { isDurable = false, fence = null }: { readonly isDurable?: boolean; readonly fence?: Fence | null } = {},
): CatalogWriter & { close(): void } {
  if (config.database !== null) return openPostgresCatalogWriter({ ...writing(config.database), fence });
  return openSqliteCatalogWriter({ file: catalogFile(config), merge: MERGE_RULES, isDurable });
}

export function openCatalogKeeper(config: Config, fence: Fence | null = null): RecordKeeper & { close(): void } {
  if (config.database !== null) return openPostgresCatalogKeeper({ ...writing(config.database), fence });
  return openSqliteCatalogKeeper({ file: catalogFile(config), merge: MERGE_RULES });
}

/** The database of a catalog, whose schema is checked at each new connection. */
function schemaAccess(url: string) {
  return { url, steps: DATABASE_STEPS };
}

function writing(url: string) {
  return { ...schemaAccess(url), merge: MERGE_RULES };
}

/** Counts the catalog; not for a serving thread. */
export function countCatalog(config: Config): CatalogCounts {
  const age = { nowMs: systemClock.now(), days: config.emailStatusDays };
  if (config.database !== null) return countPostgresCatalog(schemaAccess(config.database), age);
  return countSqliteCatalog(catalogFile(config), age);
}

/** The thread through which all serving threads of this process charge; its docstring describes the messages. */
export async function startLedger(config: Config, events: LedgerEvents): Promise<LedgerThread> {
  const { database } = config;
  if (database === null) return startSqliteLedger(accountsFile(config), events);
  return startPostgresLedger({ url: database, undecidedFile: undecidedFile(config), steps: DATABASE_STEPS }, events);
}

/** The serving side of one thread, on a port of `startLedger`. */
export function openServingAccounts(config: Config, ledger: MessagePort, observer: AccountsObserver): BatchingAccounts {
  if (config.database !== null) return openPostgresServing(ledger, systemClock, observer);
  return openServing({ file: accountsFile(config), clock: systemClock, ledger, observer });
}

export function openEditions(config: Config): EditionStore {
  return new EditionStore(editionsFolder(config), config.editionMemory * 2 ** 20);
}

/** Each reads a whole file of a backup and reports its faults. */
export const proveCatalog = (file: string): Proof => proveSqliteCatalog(file);
export const proveAccounts = (file: string): Proof => proveSqliteAccounts(file);
export const proveMembers = (file: string): Proof => proveSqliteMembers(file);

/** Changes lost by replacing one accounts file with another; null: there is no other. */
export function accountsDifference(copy: string, current: string | null): AccountsDifference {
  return compareAccounts(copy, current, systemClock.now());
}

/** See lost-suppressions.ts. */
export const lostSuppressions = (copy: string, current: string): number | null => lostSqliteSuppressions(copy, current);

/** Of a restored file of members. */
export const endSessionsAndLinks = (file: string): void => endInSqlite(file);

/**
 * The right to change records for a short time; null where another process or thread has it, or waits for it: an import
 * would never begin if pushed rows kept coming.
 */
export function lockToPush(config: Config) {
  const queue = lockData(config, 'import-queue');
  if (queue === null) return null;
  try {
    return lockData(config, 'import');
  } finally {
    queue.release();
  }
}

/** Null where another process does it. `waitMs` blocks for up to that long. */
export function lockData(config: Config, what: Exclusive, waitMs = 0) {
  return acquireLock(lockFile(config, what), { waitMs });
}
