// Lowers the priority of background threads below that of threads that answer calls, in this process and in others.
import { constants, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/**
 * Permanently lowers the priority of this thread or, on the main thread, of the whole process. The work takes no longer
 * if a processor is free. On systems without priorities per thread it does nothing in other threads.
 */
export function lowerPriority(): void {
  if (isMainThread || process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
