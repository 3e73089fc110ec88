// Entry of the thread that delivers events, so that signatures, name resolution and connections do not block a serving
// thread.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openCatalog } from '../app/catalogs.ts';
import type { Config } from '../app/config.ts';
import { openLeasedWork } from '../app/leased-work.ts';
import { openServingAccounts } from '../app/ledgers.ts';
import type { OpenedCatalog } from '../catalog/opened-catalog.ts';
import { assert } from '../ops/assert.ts';
import { systemClock } from '../ops/clock.ts';
import { logTo, openLog } from '../ops/monitoring/log.ts';
import { openDeliveries } from './open-deliveries.ts';

export interface WebhookWorkerData {
  readonly config: Config;
  readonly ledger: MessagePort;
}
export type ToWebhookWorker = 'end';

/** Running attempts have this time to end; longer ones are repeated after the next start. */
const END_MS = 2000;

const port = parentPort;
assert(port !== null, 'the thread has a parent');
const { config, ledger } = workerData as WebhookWorkerData;
const log = openLog(config.logLevel, logTo(config.logFormat));
// The process already logs failures of the ledger.
const accounts = openServingAccounts(config, ledger, { observeCommit: () => {}, observeUpkeepFailure: () => {} });
let catalog: OpenedCatalog | null = null;
/** Opened by the first query for imports: without a sound catalog the other events are still delivered. */
const importRuns = (after: number, among: readonly number[]) => {
  catalog ??= openCatalog(config);
  return catalog.importRuns(after, among);
};
const { webhooks } = accounts;
const leasedWork = openLeasedWork(config, 'webhooks');
const loop = openDeliveries({ config, webhooks, clock: systemClock, log, catalog: { importRuns }, leasedWork });
loop.start();

port.on('message', async (_end: ToWebhookWorker) => {
  await Promise.race([loop.stop(), new Promise((resolve) => setTimeout(resolve, END_MS))]);
  await leasedWork.end().catch(() => {});
  await accounts.close().catch(() => {});
  catalog?.close();
  process.exit();
});
