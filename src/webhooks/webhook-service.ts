// Operations on the endpoints and deliveries of an account, for calls of the API and for the dashboard.
import type { Static } from 'typebox';
import { randomBase62 } from '../accounts/key-format.ts';
import type { Delivery, DeliveryPage, Webhook, Webhooks } from '../accounts/webhook-port.ts';
import { CONTROL_CHARACTER } from '../contract/control-character.ts';
import { ApiError, invalidAt } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { TEST_EVENT, type WebhookBody, type WebhookChange } from '../contract/resources/webhook-events.ts';
import type { Clock } from '../ops/clock.ts';
import { newSecret } from './signature.ts';
import { resolvedAddress, TargetError, type TargetRules, targetUrl } from './target.ts';
import { type WebhookView, webhookView } from './webhook-view.ts';

const ID_LENGTH = 20;
/** A name that takes longer to resolve is accepted: each attempt resolves it again. */
const RESOLVE_MS = 2000;
const HOUR_MS = 3_600_000;

export interface WebhookServiceOptions {
  readonly webhooks: Webhooks;
  readonly clock: Clock;
  readonly rules: TargetRules;
}

/** An endpoint with its signing secret, which is shown once. */
export type SecretView = WebhookView & { readonly secret: string };

/** Methods reject with an `ApiError`. */
export class WebhookService {
  readonly #options: WebhookServiceOptions;

  constructor(options: WebhookServiceOptions) {
    this.#options = options;
  }

  /** The oldest first. */
  async ofAccount(accountId: string): Promise<readonly WebhookView[]> {
    return (await this.#options.webhooks.webhooksOf(accountId)).map((each) => this.view(each));
  }

  find(id: string): Promise<Webhook | null> {
    return this.#options.webhooks.findWebhook(id);
  }

  view(webhook: Webhook): WebhookView {
    return webhookView(webhook, this.#options.clock.now());
  }

  /** `attempt`: the token of the idempotent request that this call executes. */
  async create(
    accountId: string,
    body: Static<typeof WebhookBody>,
    attempt: string | null = null,
  ): Promise<SecretView> {
    const { webhooks } = this.#options;
    const url = await this.#checkedUrl(body.url);
    const eventTypes = body.event_types;
    const id = `whk_${randomBase62(ID_LENGTH)}`;
    const secret = newSecret();
    if (!(await webhooks.createWebhook({ id, accountId, url, eventTypes, secret, attempt })))
      throw new ApiError('CONFLICT', `the account has ${LIMITS.webhooksMax} endpoints; remove one first`);
    return { ...this.view((await webhooks.findWebhook(id)) ?? unknownWebhook()), secret };
  }

  async change({ id }: Webhook, body: Static<typeof WebhookChange>): Promise<WebhookView> {
    const url = body.url === undefined ? {} : { url: await this.#checkedUrl(body.url) };
    const changed = await this.#options.webhooks.changeWebhook(id, {
      ...url,
      ...(body.event_types === undefined ? {} : { eventTypes: body.event_types }),
      ...(body.enabled === undefined ? {} : { isEnabled: body.enabled }),
    });
    return this.view(changed ?? unknownWebhook());
  }

  async rotate({ id }: Webhook, attempt: string | null = null): Promise<SecretView> {
    const secret = newSecret();
    const previousUntil = this.#options.clock.now() + LIMITS.previousSecretHours * HOUR_MS;
    const changed = await this.#options.webhooks.changeWebhook(id, { rotation: { secret, previousUntil }, attempt });
    return { ...this.view(changed ?? unknownWebhook()), secret };
  }

  async remove({ id }: Webhook): Promise<void> {
    await this.#options.webhooks.removeWebhook(id);
  }

  async test({ id }: Webhook): Promise<Delivery> {
    return sent(await this.#options.webhooks.sendTo(id, { type: TEST_EVENT, data: { webhook_id: id } }));
  }

  /** The newest first. */
  deliveries(page: DeliveryPage): Promise<readonly Delivery[]> {
    return this.#options.webhooks.deliveries(page);
  }

  async replay({ id, isEnabled }: Webhook, deliveryId: string): Promise<Delivery> {
    const delivery = await this.#options.webhooks.replay(id, deliveryId);
    if (delivery === null && isEnabled)
      throw new ApiError('NOT_FOUND', 'there is no delivery with this id; /deliveries lists those of the endpoint');
    return sent(delivery);
  }

  /** The URL without white space around it. A name that cannot be resolved now is accepted. */
  async #checkedUrl(given: string): Promise<string> {
    const { rules } = this.#options;
    const text = given.trim();
    // A URL parser would drop some of them, so that the stored text would not be the address of the deliveries.
    if (/\s/.test(text) || CONTROL_CHARACTER.test(text))
      throw invalidAt('url', 'must not contain blanks or control characters; write a blank as %20');
    try {
      const url = targetUrl(text, rules);
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, RESOLVE_MS);
      });
      await Promise.race([resolvedAddress(url, rules), limit]).finally(() => clearTimeout(timer));
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      if (!error.isUnresolved) throw invalidAt('url', error.message);
    }
    return text;
  }
}

export function unknownWebhook(): never {
  throw new ApiError('NOT_FOUND', 'there is no webhook endpoint with this id');
}

/** A null delivery means that the endpoint is disabled. */
function sent(delivery: Delivery | null): Delivery {
  if (delivery === null)
    throw new ApiError('CONFLICT', 'the endpoint is disabled; enable it with PATCH {"enabled": true} first');
  return delivery;
}
