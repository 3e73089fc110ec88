// The webhooks of one serving thread: their routes. Deliveries are made in a thread of their own (webhook-thread.ts).
import type { FastifyInstance } from 'fastify';
import type { BatchingAccounts } from '../accounts/port.ts';
import type { Webhooks } from '../accounts/webhook-port.ts';
import type { Config } from '../app/config.ts';
import type { Duty } from '../app/duty.ts';
import type { openEditions } from '../app/stores.ts';
import type { OpenedCatalog } from '../catalog/opened-catalog.ts';
import { WEBHOOK_METHODS, WEBHOOKS_PATH } from '../contract/webhook-paths.ts';
import { actsOf, type DeskOptions, registerResource } from '../http/resource-desk.ts';
import type { Clock } from '../ops/clock.ts';
import type { Log } from '../ops/log.ts';
import { DeliveryLoop } from './delivery-loop.ts';
import { EventSources } from './event-sources.ts';
import type { TargetRules } from './target.ts';
import { WebhookActs } from './webhook-acts.ts';

type Options = DeskOptions & {
  readonly config: Config;
  readonly webhooks: Webhooks;
  readonly clock: Clock;
};

const rulesOf = (config: Config): TargetRules => ({ allowsPrivate: config.webhookPrivate });

/** Registers the routes. */
export function registerWebhooks(app: FastifyInstance, { config, webhooks, clock, ...options }: Options): void {
  const acts = new WebhookActs({ webhooks, accounts: options.accounts, clock, rules: rulesOf(config) });
  registerResource(app, { root: WEBHOOKS_PATH, acts: actsOf(WEBHOOK_METHODS, acts) }, options);
}

interface DeliveryOptions {
  readonly config: Config;
  readonly webhooks: BatchingAccounts['webhooks'];
  readonly clock: Clock;
  readonly log: Pick<Log, 'error' | 'warn'>;
  readonly catalog: Pick<OpenedCatalog, 'importRuns'>;
  readonly editions: Pick<ReturnType<typeof openEditions>, 'currentId'>;
  readonly duty: Pick<Duty, 'isMine'>;
}

/** The loop that gathers and delivers events; it is not started. */
export function openDeliveries({
  config,
  webhooks,
  clock,
  log,
  catalog,
  editions,
  duty,
}: DeliveryOptions): DeliveryLoop {
  const sources = new EventSources({
    ...{ webhooks, clock, log },
    importRuns: (after, among) => catalog.importRuns(after, among),
    editionId: () => editions.currentId(),
  });
  return new DeliveryLoop({ webhooks, clock, log, rules: rulesOf(config), duty, gather: () => sources.gather() });
}
