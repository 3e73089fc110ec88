// The locks of the data folder.
import { acquireLock } from '../ops/files/exclusive-lock.ts';
import type { Config } from './config.ts';
import { type Exclusive, lockFile } from './data-folder.ts';

/**
 * The right to change records for a short time. Null while another process or thread has it or waits for it: otherwise
 * an import could wait forever while rows are pushed.
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

/** Whether any process holds the lock. */
export function isLocked(config: Config, what: Exclusive): boolean {
  const lock = lockData(config, what);
  lock?.release();
  return lock === null;
}

/** Null if another process holds the lock. `waitMs` blocks for up to this time. */
export function lockData(config: Config, what: Exclusive, waitMs = 0) {
  return acquireLock(lockFile(config, what), { waitMs });
}
