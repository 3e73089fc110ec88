// Entry of the thread that keeps the ledger's log short; started by ledger-worker.ts, whose end is its own.
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../ops/assert.ts';
import { eventLoop } from '../../ops/schedule.ts';
import { keepLogShort, LOG_LOOK_MS, takeOverLog } from './keep-log-short.ts';
import { failureOf } from './ledger-wire.ts';
import { openDatabase } from './open-accounts.ts';

/** What the thread says: the log could not be copied, which is tried again. */
export type FromLogThread = ReturnType<typeof failureOf>;

const parent = parentPort;
assert(parent !== null, 'the thread of the log has a parent');
const { file } = workerData as { readonly file: string };
const database = openDatabase(file);
takeOverLog(database);
eventLoop.every(LOG_LOOK_MS, () => {
  try {
    keepLogShort(database);
  } catch (error) {
    parent.postMessage(failureOf(error) satisfies FromLogThread);
  }
});
// The timer alone does not keep the thread alive.
parent.on('message', () => {});
