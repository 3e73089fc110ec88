// The lock for changes of the records of a data folder: imports and related commands queue.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../app/config.ts';
import { lockData } from '../app/stores.ts';

const RETRY_MS = 250;

/** Resolves, with the lock held, once no other process changes records; says so where it has to wait. */
export async function takeTurn(config: Config, onMessage: (text: string) => void) {
  for (let attempt = 0; ; attempt += 1) {
    const lock = lockData(config, 'import');
    if (lock) return lock;
    if (attempt === 0) onMessage('Another import is running on this data folder; this one starts when it ends.');
    await sleep(RETRY_MS);
  }
}

/** Whether some process changes records now. */
export function isImporting(config: Config): boolean {
  const lock = lockData(config, 'import');
  lock?.release();
  return lock === null;
}

/** Whether no server has the data folder now. */
export function isUnserved(config: Config): boolean {
  const lock = lockData(config, 'serve');
  lock?.release();
  return lock !== null;
}
