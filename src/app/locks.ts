// The locks of the data folder.
import { acquireLock } from '../ops/files/exclusive-lock.ts';
import type { Config } from './config.ts';
import { type Exclusive, lockFile } from './data-folder.ts';

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
