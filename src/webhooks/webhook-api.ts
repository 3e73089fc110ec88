// Implements each call of webhooks: parses the admitted call, and calls the service.
import type { Static } from 'typebox';
import type { Webhook } from '../accounts/webhook-port.ts';
import { invalidInput, type Problem } from '../contract/errors.ts';
import { WebhookBody, WebhookChange } from '../contract/resources/webhook-events.ts';
import { WEBHOOKS_PATH } from '../contract/resources/webhook-paths.ts';
import { checkContentType, parseBody, readBytes } from '../http/body/read-body.ts';
import { validatorOf } from '../http/body/validate.ts';
import type { IdempotentRequests } from '../http/idempotent-call.ts';
import { idempotentCreation, idempotentReply } from '../http/resources/idempotent-reply.ts';
import { pageOf, pageOptions } from '../http/resources/newest-first.ts';
import type { ResourceCall, ResourceReply } from '../http/resources/resource-routes.ts';
import { openDeliveryCursor } from './delivery-cursor.ts';
import { unknownWebhook, type WebhookService } from './webhook-service.ts';
import { deliveryView } from './webhook-view.ts';

interface WebhookApiOptions {
  readonly service: WebhookService;
  readonly accounts: IdempotentRequests;
}

const bodyProblems = validatorOf(WebhookBody);
const changeProblems = validatorOf(WebhookChange);

export class WebhookApi {
  readonly #service: WebhookService;
  readonly #accounts: WebhookApiOptions['accounts'];

  constructor({ service, accounts }: WebhookApiOptions) {
    this.#service = service;
    this.#accounts = accounts;
  }

  async list({ caller }: ResourceCall): Promise<ResourceReply> {
    const results = await this.#service.ofAccount(caller.accountId);
    return { status: 200, body: { results, results_length: results.length } };
  }

  /** A repetition with the same Idempotency-Key returns the same endpoint, with its secret. */
  create(call: ResourceCall): Promise<ResourceReply> {
    return idempotentCreation(call, {
      path: WEBHOOKS_PATH,
      requests: this.#accounts,
      create: (bytes, attempt) => {
        const body = valid<Static<typeof WebhookBody>>(bytes, bodyProblems);
        return this.#service.create(call.caller.accountId, body, attempt);
      },
    });
  }

  async show(call: ResourceCall): Promise<ResourceReply> {
    return { status: 200, body: this.#service.view(await this.#webhook(call)) };
  }

  async change(call: ResourceCall): Promise<ResourceReply> {
    checkContentType(call.message.headers);
    const body = valid<Static<typeof WebhookChange>>(await readBytes(call.message), changeProblems);
    return { status: 200, body: await this.#service.change(await this.#webhook(call), body) };
  }

  async remove(call: ResourceCall): Promise<ResourceReply> {
    await this.#service.remove(await this.#webhook(call));
    return { status: 204, body: null };
  }

  async test(call: ResourceCall): Promise<ResourceReply> {
    const webhook = await this.#webhook(call);
    const execute = async () => ({ status: 202, body: deliveryView(await this.#service.test(webhook)) });
    return idempotentReply(call, { requests: this.#accounts, execute });
  }

  /**
   * A repetition with the same Idempotency-Key does not replace the secret again: otherwise the original secret would
   * expire at once.
   */
  async rotate(call: ResourceCall): Promise<ResourceReply> {
    const webhook = await this.#webhook(call);
    const execute = async (attempt: string | null) => {
      return { status: 200, body: await this.#service.rotate(webhook, attempt) };
    };
    return idempotentReply(call, { requests: this.#accounts, execute });
  }

  async deliveries(call: ResourceCall): Promise<ResourceReply> {
    const { id: webhookId } = await this.#webhook(call);
    const { limit, cursor } = pageOptions(call.query);
    const before = openDeliveryCursor(cursor);
    const found = await this.#service.deliveries({ webhookId, before, limit: limit + 1 });
    const { rows, cursor: next } = pageOf(found, limit);
    return { status: 200, body: { results: rows.map(deliveryView), results_length: rows.length, cursor: next } };
  }

  async replay(call: ResourceCall): Promise<ResourceReply> {
    const webhook = await this.#webhook(call);
    const { deliveryId = '' } = call.params;
    const execute = async () => ({ status: 202, body: deliveryView(await this.#service.replay(webhook, deliveryId)) });
    return idempotentReply(call, { requests: this.#accounts, execute });
  }

  async #webhook({ params, caller }: ResourceCall): Promise<Webhook> {
    const webhook = await this.#service.find(params['id'] ?? '');
    return webhook?.accountId === caller.accountId ? webhook : unknownWebhook();
  }
}

function valid<Body>(bytes: Buffer, problems: (body: unknown) => Problem[]): Body {
  const body = parseBody(bytes);
  const found = problems(body);
  if (found.length > 0) throw invalidInput(found);
  return body as Body;
}
