// Pauses of background loops.
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after this time, or at once if the signal is aborted. Does not keep the process alive. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { ref: false, signal }).catch(() => undefined);
}
