// Ends a thread between two of its tasks. A thread that is terminated while it loads native code, as it does at its
// start, aborts the process.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** A thread that has not ended by then has started long ago, and is terminated. */
const END_MS = 3000;

/** The id of a thread that has ended. */
const ENDED = -1;

/** Resolves once the thread has ended. `message` asks it to end. */
export async function endThread(worker: Worker, message: unknown): Promise<void> {
  if (worker.threadId === ENDED) return;
  // Not `once` of node:events, which rejects if the thread fails: that is an end, too.
  const exited = new Promise((resolve) => worker.once('exit', resolve));
  worker.postMessage(message);
  await Promise.race([exited, sleep(END_MS, null, { ref: false })]);
  await worker.terminate();
}
