// Entry of the thread that stores the calls of all serving threads.
import { BroadcastChannel, parentPort, workerData } from 'node:worker_threads';
import { assert } from '../ops/assert.ts';
import { channelOf, type KeyCalls } from './call-log.ts';
import { CallStore } from './call-store.ts';

const HOUR_MS = 3_600_000;

const port = parentPort;
assert(port !== null, 'the thread of the log of requests has a parent');
const { folder, file, keepsBodies } = workerData as {
  readonly folder: string;
  readonly file: string;
  readonly keepsBodies: boolean;
};
const store = new CallStore(file);
if (!keepsBodies) store.removeBodies();
const channel = new BroadcastChannel(channelOf(folder));
let removedAtMs = 0;

channel.onmessage = (event) => {
  const { data } = event as { readonly data: readonly KeyCalls[] };
  const nowMs = Date.now();
  if (nowMs - removedAtMs > HOUR_MS) {
    removedAtMs = nowMs;
    store.removeOld(nowMs);
  }
  store.enter(data);
};
// The end: messages that were sent before are stored.
port.once('message', () => {
  setImmediate(() => {
    channel.close();
    store.close();
    port.close();
  });
});
