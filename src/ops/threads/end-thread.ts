// Ends a thread by a message. Terminating a thread while it loads native code, which it does at its start, aborts the
// process.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** A thread that is still running after this time is terminated. By then it has loaded its code. */
const END_MS = 3000;

/** The id of a thread that has ended. */
const ENDED = -1;

/** Resolves once the thread has ended. `message`: the end message of its protocol. */
export async function endThread(worker: Worker, message: unknown): Promise<void> {
  if (worker.threadId === ENDED) return;
  // Not `once` of node:events, which rejects if the thread fails. A failed thread has ended, too.
  const exited = new Promise((resolve) => worker.once('exit', resolve));
  worker.postMessage(message);
  await Promise.race([exited, sleep(END_MS, null, { ref: false })]);
  await worker.terminate();
}
