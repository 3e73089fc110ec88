// Entry of the thread that writes pushed rows: reading, matching and committing them takes no time of a serving thread.
import { parentPort, workerData } from 'node:worker_threads';
import { openCatalogWriter } from '../app/catalog-writers.ts';
import type { Config } from '../app/config.ts';
import { lockToPush } from '../app/locks.ts';
import { assert } from '../ops/assert.ts';
import { monotonicNowMs, systemClock } from '../ops/clock.ts';
import { logTo, openLog } from '../ops/monitoring/log.ts';
import { OperatorError } from '../ops/operator-error.ts';
import { isStoreUnavailable } from '../ops/store-unavailable.ts';
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
const say = (message: FromIngestWorker) => port.postMessage(message);

let opened: ReturnType<typeof open> | null = null;
let isReported = false;

/**
 * The writer of records, opened by the first push. Null while the store cannot be used, as after a newer version has
 * migrated it; the log says so once, and each push tries again.
 */
function pushWriter(): PushWriter | null {
  try {
    opened ??= open();
  } catch (error) {
    if (!(error instanceof OperatorError) && !isStoreUnavailable(error)) throw error;
    if (!isReported) log.error({ reason: (error as Error).message }, 'pushed rows cannot be written: pushes get a 503');
    isReported = true;
    return null;
  }
  if (isReported) log.info('pushed rows can be written again');
  isReported = false;
  return opened.pushes;
}

function open() {
  const writer = openCatalogWriter(config, { isDurable: true });
  const pushes = new PushWriter({
    writer,
    lock: () => lockToPush(config),
    nowMs: () => systemClock.now(),
    monotonicMs: monotonicNowMs,
    onChange: () => say({ kind: 'changed' }),
    onFault: (error) => log.error({ err: error }, 'pushed rows were not written'),
  });
  return { writer, pushes };
}

port.on('message', async (message: ToIngestWorker) => {
  if (message.kind === 'push') {
    const result = (await pushWriter()?.push(message.order)) ?? { outcome: 'unavailable' };
    say({ kind: 'result', id: message.id, result });
    return;
  }
  await opened?.pushes.idle();
  opened?.writer.close();
  port.close();
});
