// Entry of the WAL checkpoint thread; started by ledger-worker.ts, and ends with it.
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../ops/assert.ts';
import { eventLoop } from '../../ops/scheduling/schedule.ts';
import { type WireError, wireErrorOf } from '../../ops/threads/wire-error.ts';
import { CHECKPOINT_POLL_MS, checkpointWal, takeOverCheckpoints } from './checkpoint-wal.ts';
import { openDatabase } from './open-accounts.ts';

/** The message of the thread: a checkpoint failed and is retried. */
export type FromCheckpointThread = WireError;

const parent = parentPort;
assert(parent !== null, 'the checkpoint thread has a parent');
const { file } = workerData as { readonly file: string };
const database = openDatabase(file);
takeOverCheckpoints(database);
eventLoop.every(CHECKPOINT_POLL_MS, () => {
  try {
    checkpointWal(database);
  } catch (error) {
    parent.postMessage(wireErrorOf(error) satisfies FromCheckpointThread);
  }
});
// The end message. It is read between two checkpoints.
parent.on('message', () => process.exit());
