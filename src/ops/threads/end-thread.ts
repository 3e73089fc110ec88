// Ends a thread with a message. Terminating a thread while it loads native code, as it does at its start, aborts the
// process.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** A thread that still runs after this time is terminated. It has loaded its code by then. */
const END_MS = 3000;

/** The id of a thread that has ended. */
const ENDED = -1;

/** Resolves when the thread has ended. `message`: the end message of its protocol. */
export async function endThread(worker: Worker, message: unknown): Promise<void> {
  if (worker.threadId === ENDED) return;
  // Not `once` of node:events, which rejects if the thread fails: a failed thread has ended, too.
  const exited = new Promise((resolve) => worker.once('exit', resolve));
  worker.postMessage(message);
  await Promise.race([exited, sleep(END_MS, null, { ref: false })]);
  await worker.terminate();
}
