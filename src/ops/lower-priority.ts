// Work that nobody waits for lets pass the threads that answer calls, of this process and of others.
import { constants, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/**
 * Gives this thread a lower priority than others have, for good; whoever calls it on the main thread, the process. It takes as long as before
 * where a processor is free. Where the system cannot do so for one thread, other threads than the main one stay as they are.
 */
export function stepBack(): void {
  if (isMainThread || process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
