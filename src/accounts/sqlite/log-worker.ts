// Entry of the WAL checkpoint thread; started by ledger-worker.ts, and ends with it.
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../ops/assert.ts';
import { eventLoop } from '../../ops/schedule.ts';
import { type WireError, wireErrorOf } from '../../ops/wire-error.ts';
import { keepLogShort, LOG_LOOK_MS, takeOverLog } from './keep-log-short.ts';
import { openDatabase } from './open-accounts.ts';

/** The message of the thread: a checkpoint failed and is retried. */
export type FromLogThread = WireError;

const parent = parentPort;
assert(parent !== null, 'the thread of the log has a parent');
const { file } = workerData as { readonly file: string };
const database = openDatabase(file);
takeOverLog(database);
eventLoop.every(LOG_LOOK_MS, () => {
  try {
    keepLogShort(database);
  } catch (error) {
    parent.postMessage(wireErrorOf(error) satisfies FromLogThread);
  }
});
// The end message. It is read between two checkpoints.
parent.on('message', () => process.exit());
