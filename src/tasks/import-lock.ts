// The lock for changes of records: imports and related commands queue for it. It covers a data folder and, if the
// records are in a database, all servers of that database.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../app/config.ts';
import { isLocked, lockData } from '../app/locks.ts';
import type { Lease } from '../nodes/lease.ts';
import type { Fence } from '../ops/fence.ts';
import { isStoreUnavailable } from '../ops/store-unavailable.ts';

const RETRY_MS = 250;
/** Longer than the commit of pushed rows takes. */
const PUSH_MS = 2000;
const LEASE = 'import';
/** After the death of the holder, another process can take the lease after this time. */
const LEASE_MS = 10_000;
const RENEW_MS = 2000;

/** The exclusive lock of a process that changes records. */
export interface ImportLock {
  /** Passed to the writer of the records: a process that has lost the lock writes nothing. Null for a data folder. */
  readonly fence: Fence | null;
  release(): Promise<void>;
}

/** Waits until no other process changes records, and resolves with the lock held. Reports that it waits. */
export async function acquireImportLock(config: Config, onMessage: (text: string) => void): Promise<ImportLock> {
  const lock = await acquireLocalLock(config, onMessage);
  if (config.database === null) return { fence: null, release: async () => lock.release() };
  try {
    const { fence, release } = await acquireLease(config.database, onMessage);
    return { fence, release: () => release().finally(() => lock.release()) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function acquireLocalLock(config: Config, onMessage: (text: string) => void) {
  // Pushed rows change records only briefly: they wait while an import is queued.
  const queue = await acquire(() => lockData(config, 'import-queue'));
  try {
    const lock = lockData(config, 'import', PUSH_MS);
    if (lock) return lock;
    onMessage(
      'An import or another change of records is running on this data folder; this command starts when it ends.',
    );
    return await acquire(() => lockData(config, 'import'));
  } finally {
    queue.release();
  }
}

async function acquire<Lock>(attempt: () => Lock | null): Promise<Lock> {
  for (;;) {
    const lock = attempt();
    if (lock !== null) return lock;
    await sleep(RETRY_MS);
  }
}

async function acquireLease(database: string, onMessage: (text: string) => void): Promise<ImportLock> {
  const { openLease } = await import('../app/database.ts');
  const lease = openLease(database, { name: LEASE, ms: LEASE_MS });
  await hold(lease, onMessage).catch(async (error: unknown) => {
    await lease.release();
    throw error;
  });
  // The next transaction detects a lost lease.
  const renewing = setInterval(() => void lease.hold().catch(() => undefined), RENEW_MS);
  const release = async () => {
    clearInterval(renewing);
    await lease.release();
  };
  return { fence: { name: LEASE, token: lease.token ?? 0, ms: LEASE_MS }, release };
}

/** Rejects if the first attempt cannot reach the database. */
async function hold(lease: Pick<Lease, 'hold'>, onMessage: (text: string) => void): Promise<void> {
  let isHeld = await lease.hold();
  if (!isHeld) onMessage('Another server changes the records of this database; this command starts when it ends.');
  while (!isHeld) {
    await sleep(RETRY_MS);
    isHeld = await lease.hold().catch((error: unknown) => {
      // The holder locks the row during each of its transactions.
      if (isStoreUnavailable(error)) return false;
      throw error;
    });
  }
}

/** Whether some process on this data folder changes records now. */
export function isImportingHere(config: Config): boolean {
  return isLocked(config, 'import');
}

/** Whether some process changes records now, on any server of the database. */
export async function isImporting(config: Config): Promise<boolean> {
  if (isImportingHere(config)) return true;
  if (config.database === null) return false;
  const { isLeaseHeld } = await import('../app/database.ts');
  return isLeaseHeld(config.database, { name: LEASE, ms: LEASE_MS });
}

/** Whether no server has the data folder now. */
export function isUnserved(config: Config): boolean {
  return !isLocked(config, 'serve');
}
