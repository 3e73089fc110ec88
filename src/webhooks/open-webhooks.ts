// The webhooks of one serving thread: their routes. A separate thread makes the deliveries (webhook-thread.ts).
import type { FastifyInstance } from 'fastify';
import type { Webhooks } from '../accounts/webhook-port.ts';
import type { Config } from '../app/config.ts';
import { WEBHOOK_METHODS, WEBHOOKS_PATH } from '../contract/resources/webhook-paths.ts';
import { operationsOf, type ResourceOptions, registerResource } from '../http/resources/resource-routes.ts';
import type { Clock } from '../ops/clock.ts';
import { rulesOf } from './target.ts';
import { WebhookApi } from './webhook-api.ts';
import { WebhookService } from './webhook-service.ts';

export interface OpenedWebhooks {
  /** For the dashboard. */
  readonly service: WebhookService;
  register(app: FastifyInstance): void;
}

type Options = ResourceOptions & {
  readonly config: Config;
  readonly webhooks: Webhooks;
  readonly clock: Clock;
};

export function openWebhooks({ config, webhooks, clock, ...options }: Options): OpenedWebhooks {
  const service = new WebhookService({ webhooks, clock, rules: rulesOf(config) });
  return {
    service,
    register: (app) => {
      const operations = new WebhookApi({ service, accounts: options.accounts });
      const taken = { create: ['body'], change: ['body'], deliveries: ['query'] } as const;
      registerResource(
        app,
        { root: WEBHOOKS_PATH, operations: operationsOf(WEBHOOK_METHODS, operations, taken) },
        options,
      );
    },
  };
}
