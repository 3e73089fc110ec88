// The lock for changes of the records of a data folder: imports and related commands queue.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../app/config.ts';
import { lockData } from '../app/stores.ts';

const RETRY_MS = 250;
/** Longer than the commit of pushed rows takes. */
const PUSH_MS = 2000;

/** Resolves, with the lock held, once no other process changes records; says so where it has to wait. */
export async function takeTurn(config: Config, onMessage: (text: string) => void) {
  // Pushed rows, which change records for moments only, wait meanwhile.
  const queue = await acquire(() => lockData(config, 'import-queue'));
  try {
    const lock = lockData(config, 'import', PUSH_MS);
    if (lock) return lock;
    onMessage('Another import is running on this data folder; this one starts when it ends.');
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
