// The webhooks of one serving thread: their routes. A separate thread makes the deliveries (webhook-thread.ts).
import type { FastifyInstance } from 'fastify';
import type { Webhooks } from '../accounts/webhook-port.ts';
import type { Config } from '../app/config.ts';
import { WEBHOOK_METHODS, WEBHOOKS_PATH } from '../contract/resources/webhook-paths.ts';
import { type DeskOptions, operationsOf, registerResource } from '../http/resources/resource-desk.ts';
import type { Clock } from '../ops/clock.ts';
import { rulesOf } from './target.ts';
import { WebhookApi } from './webhook-api.ts';
import { WebhookDesk } from './webhook-desk.ts';

export interface WebhookService {
  /** For the dashboard. */
  readonly desk: WebhookDesk;
  register(app: FastifyInstance): void;
}

type Options = DeskOptions & {
  readonly config: Config;
  readonly webhooks: Webhooks;
  readonly clock: Clock;
};

export function openWebhooks({ config, webhooks, clock, ...options }: Options): WebhookService {
  const desk = new WebhookDesk({ webhooks, clock, rules: rulesOf(config) });
  return {
    desk,
    register: (app) => {
      const operations = new WebhookApi({ desk, accounts: options.accounts });
      const taken = { create: ['body'], change: ['body'], deliveries: ['query'] } as const;
      registerResource(
        app,
        { root: WEBHOOKS_PATH, operations: operationsOf(WEBHOOK_METHODS, operations, taken) },
        options,
      );
    },
  };
}
