// Creates the loop that gathers and delivers events, for the thread of the process that runs it.
import type { BatchingAccounts } from '../accounts/port.ts';
import type { Config } from '../app/config.ts';
import { currentEditionId } from '../app/current-edition.ts';
import type { LeasedWork } from '../app/leased-work.ts';
import type { OpenedCatalog } from '../catalog/opened-catalog.ts';
import type { Clock } from '../ops/clock.ts';
import type { Log } from '../ops/monitoring/log.ts';
import { DeliveryLoop } from './delivery-loop.ts';
import { EventSources } from './event-sources.ts';
import { rulesOf } from './target.ts';

interface DeliveryOptions {
  readonly config: Config;
  readonly webhooks: BatchingAccounts['webhooks'];
  readonly clock: Clock;
  readonly log: Pick<Log, 'error' | 'warn'>;
  readonly catalog: Pick<OpenedCatalog, 'importRuns'>;
  readonly leasedWork: Pick<LeasedWork, 'isMine'>;
}

/** Creates the loop that gathers and delivers events, without starting it. */
export function openDeliveries({ config, webhooks, clock, log, catalog, leasedWork }: DeliveryOptions): DeliveryLoop {
  const sources = new EventSources({
    webhooks,
    clock,
    log,
    importRuns: (after, among) => catalog.importRuns(after, among),
    editionId: () => currentEditionId(config),
  });
  return new DeliveryLoop({ webhooks, clock, log, rules: rulesOf(config), leasedWork, gather: () => sources.gather() });
}
