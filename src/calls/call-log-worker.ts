// Entry of the thread that stores the calls of all serving threads: in the data folder, or in the database of all
// servers. Bodies stay in the data folder.
import { BroadcastChannel, parentPort, workerData } from 'node:worker_threads';
import { assert } from '../ops/assert.ts';
import { systemClock } from '../ops/clock.ts';
import { isStoreUnavailable } from '../ops/store-unavailable.ts';
import { channelOf, type KeyCalls } from './call-log.ts';
import { CallStore } from './call-store.ts';
import { openSharedCalls } from './open-shared-calls.ts';

/**
 * Maximum number of messages that wait for the database; further messages are dropped, which leaves a gap in the log.
 */
const WAITING_MAX = 5;

const port = parentPort;
assert(port !== null, 'the thread of the log of requests has a parent');
const { folder, file, database, keepsBodies, tidyMs } = workerData as {
  readonly folder: string;
  readonly file: string;
  /** The calls of all servers; null without a database. */
  readonly database: string | null;
  readonly keepsBodies: boolean;
  /** Time between two removals of old calls. */
  readonly tidyMs: number;
};
const store = new CallStore(file);
if (!keepsBodies) store.removeBodies();
const shared = database === null ? null : await openSharedCalls(database);
const channel = new BroadcastChannel(channelOf(folder));
let waiting = 0;
let writing = Promise.resolve();

function tidy(): void {
  const nowMs = systemClock.now();
  store.removeOld(nowMs);
  if (shared !== null) writing = writing.then(() => shared.removeOld(nowMs)).catch(noteGap);
}
// Also without calls: bodies are kept for a day, no matter whether another call follows.
tidy();
const tidying = setInterval(tidy, tidyMs);

channel.onmessage = (event) => {
  const { data } = event as { readonly data: readonly KeyCalls[] };
  if (shared === null || keepsBodies) store.enter(data);
  if (shared === null || waiting >= WAITING_MAX) return;
  waiting += 1;
  writing = writing
    .then(() => shared.enter(data))
    .catch(noteGap)
    .finally(() => {
      waiting -= 1;
    });
};

/**
 * No gap is reported while the database is unreachable: then no call is charged either, and the server reports that.
 */
function noteGap(error: unknown): void {
  if (!isStoreUnavailable(error)) throw error;
}

// The end message: messages that were sent before are stored.
port.once('message', () => {
  clearInterval(tidying);
  setImmediate(async () => {
    channel.close();
    await writing;
    await shared?.close();
    store.close();
    port.close();
  });
});
