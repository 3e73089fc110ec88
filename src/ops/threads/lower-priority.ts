// Lowers the priority of background threads below that of threads that answer calls, in this process and in others.
import { constants, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/**
 * Gives this thread, or on the main thread the whole process, a lower priority, permanently. Work takes as long as
 * before if a processor is free. Does nothing on other threads if the system has no priorities per thread.
 */
export function stepBack(): void {
  if (isMainThread || process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
