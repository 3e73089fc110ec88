// Entry of the thread that writes pushed rows: reading, matching and committing them takes no time of a serving thread.
import { parentPort, workerData } from 'node:worker_threads';
import { openCatalogWriter } from '../app/catalog-writers.ts';
import type { Config } from '../app/config.ts';
import { lockToPush } from '../app/locks.ts';
import { assert } from '../ops/assert.ts';
import { monotonicNowMs, systemClock } from '../ops/clock.ts';
import { logTo, openLog } from '../ops/log.ts';
import type { NumberedOrder, NumberedResult } from './push-order.ts';
import { PushWriter } from './push-writer.ts';

export type ToIngestWorker = ({ readonly kind: 'push' } & NumberedOrder) | { readonly kind: 'end' };
export type FromIngestWorker =
  | ({ readonly kind: 'result' } & NumberedResult)
  /** Records have changed. */
  | { readonly kind: 'changed' };

const port = parentPort;
assert(port !== null, 'the thread has a parent');
const config = workerData as Config;
const log = openLog(config.logLevel, logTo(config.logFormat));
const writer = openCatalogWriter(config, { isDurable: true });
const say = (message: FromIngestWorker) => port.postMessage(message);

const pushes = new PushWriter({
  writer,
  lock: () => lockToPush(config),
  nowMs: () => systemClock.now(),
  monotonicMs: monotonicNowMs,
  onChange: () => say({ kind: 'changed' }),
  onFault: (error) => log.error({ err: error }, 'pushed rows were not written'),
});

port.on('message', async (message: ToIngestWorker) => {
  if (message.kind === 'push') {
    say({ kind: 'result', id: message.id, result: await pushes.push(message.order) });
    return;
  }
  await pushes.idle();
  writer.close();
  port.close();
});
