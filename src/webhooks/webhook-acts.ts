// The work of each call of webhooks: between the admitted call and the store.
import { createHash } from 'node:crypto';
import type { Static, TSchema } from 'typebox';
import { randomBase62 } from '../accounts/key-format.ts';
import type { Accounts } from '../accounts/port.ts';
import type { Delivery, Webhook, Webhooks } from '../accounts/webhook-port.ts';
import { ApiError, invalidInput, type Problem } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { TEST_EVENT, WebhookBody, WebhookChange } from '../contract/webhook-events.ts';
import { WEBHOOKS_PATH } from '../contract/webhook-paths.ts';
import { givenIdempotencyKey, repeatedCall } from '../http/idempotent-call.ts';
import { checkContentType, parseBody, readBytes } from '../http/read-body.ts';
import type { ResourceCall, ResourceReply } from '../http/resource-desk.ts';
import { judgeOf } from '../http/validate.ts';
import type { Clock } from '../ops/clock.ts';
import { nearest } from '../words/nearest.ts';
import { newSecret } from './signature.ts';
import { resolvedAddress, TargetError, type TargetRules, targetUrl } from './target.ts';
import { deliveryView, webhookView } from './webhook-view.ts';

const ID_LENGTH = 20;
/** A name that takes longer to resolve is accepted: each attempt resolves it again. */
const RESOLVE_MS = 2000;
const HOUR_MS = 3_600_000;

interface WebhookScene {
  readonly webhooks: Webhooks;
  readonly accounts: Pick<Accounts, 'beginIdempotent' | 'settleIdempotent' | 'abandonIdempotent'>;
  readonly clock: Clock;
  readonly rules: TargetRules;
}

const bodyProblems = judgeOf(WebhookBody);
const changeProblems = judgeOf(WebhookChange);

function refuse(path: string, message: string, suggestion: string | null = null): never {
  throw invalidInput([{ path, message, suggestion }]);
}

export class WebhookActs {
  readonly #scene: WebhookScene;

  constructor(scene: WebhookScene) {
    this.#scene = scene;
  }

  async list({ caller }: ResourceCall): Promise<ResourceReply> {
    const nowMs = this.#scene.clock.now();
    const results = (await this.#scene.webhooks.webhooksOf(caller.accountId)).map((each) => webhookView(each, nowMs));
    return { status: 200, body: { results, results_length: results.length } };
  }

  /** A repetition with the same Idempotency-Key answers the same endpoint, with its secret. */
  async create(call: ResourceCall): Promise<ResourceReply> {
    const { accounts } = this.#scene;
    const idempotencyKey = givenIdempotencyKey(call.message.headers);
    checkContentType(call.message.headers);
    const bytes = await readBytes(call.message);
    if (idempotencyKey === null) return this.#create(bytes, call);
    const { accountId, keyId } = call.caller;
    const bodyHash = createHash('sha256').update(bytes).digest('hex');
    const identity = { accountId, keyId, method: 'POST', path: WEBHOOKS_PATH, idempotencyKey, bodyHash };
    const state = await accounts.beginIdempotent(identity);
    const repeated = repeatedCall(state);
    if (repeated?.state === 'stored') {
      const { status, body } = repeated.answer;
      return { status, headers: { 'idempotency-replayed': 'true' }, body: JSON.parse(body) as object };
    }
    const token = state.state === 'begun' ? state.token : null;
    try {
      const reply = await this.#create(bytes, call);
      if (token !== null) await accounts.settleIdempotent(token, { status: 201, body: JSON.stringify(reply.body) });
      return reply;
    } catch (error) {
      if (token !== null) await accounts.abandonIdempotent(token);
      throw error;
    }
  }

  async show(call: ResourceCall): Promise<ResourceReply> {
    return this.#shown(await this.#webhook(call));
  }

  async change(call: ResourceCall): Promise<ResourceReply> {
    checkContentType(call.message.headers);
    const body = valid(await readBytes(call.message), WebhookChange, changeProblems);
    const { id } = await this.#webhook(call);
    if (body.url !== undefined) await this.#checkUrl(body.url);
    const changed = await this.#scene.webhooks.changeWebhook(id, {
      ...(body.url === undefined ? {} : { url: body.url }),
      ...(body.event_types === undefined ? {} : { eventTypes: body.event_types }),
      ...(body.enabled === undefined ? {} : { isEnabled: body.enabled }),
    });
    return this.#shown(changed ?? unknownWebhook());
  }

  async remove(call: ResourceCall): Promise<ResourceReply> {
    const { id } = await this.#webhook(call);
    await this.#scene.webhooks.removeWebhook(id);
    return { status: 204, body: null };
  }

  async test(call: ResourceCall): Promise<ResourceReply> {
    const { id } = await this.#webhook(call);
    const event = { type: TEST_EVENT, data: { webhook_id: id } };
    return accepted(await this.#scene.webhooks.sendTo(id, event));
  }

  async rotate(call: ResourceCall): Promise<ResourceReply> {
    const { id } = await this.#webhook(call);
    const secret = newSecret();
    const previousUntil = this.#scene.clock.now() + LIMITS.previousSecretHours * HOUR_MS;
    const changed = await this.#scene.webhooks.changeWebhook(id, { rotation: { secret, previousUntil } });
    const { body } = this.#shown(changed ?? unknownWebhook());
    return { status: 200, body: { ...body, secret } };
  }

  async deliveries(call: ResourceCall): Promise<ResourceReply> {
    const { id: webhookId } = await this.#webhook(call);
    const { limit, before } = pageOf(call.query);
    const found = await this.#scene.webhooks.deliveries({ webhookId, before, limit: limit + 1 });
    const results = found.slice(0, limit);
    const last = results.at(-1);
    const cursor = found.length > limit && last ? cursorOf(last) : null;
    return { status: 200, body: { results: results.map(deliveryView), results_length: results.length, cursor } };
  }

  async replay(call: ResourceCall): Promise<ResourceReply> {
    const { id, isEnabled } = await this.#webhook(call);
    const delivery = await this.#scene.webhooks.replay(id, call.params['deliveryId'] ?? '');
    if (delivery === null && isEnabled)
      throw new ApiError('NOT_FOUND', 'there is no delivery with this id; /deliveries lists those of the endpoint');
    return accepted(delivery);
  }

  async #create(bytes: Buffer, { caller: { accountId } }: ResourceCall): Promise<ResourceReply> {
    const { webhooks } = this.#scene;
    const { url, event_types: eventTypes } = valid(bytes, WebhookBody, bodyProblems);
    await this.#checkUrl(url);
    const id = `whk_${randomBase62(ID_LENGTH)}`;
    const secret = newSecret();
    if (!(await webhooks.createWebhook({ id, accountId, url, eventTypes, secret })))
      throw new ApiError('CONFLICT', `the account has ${LIMITS.webhooksMax} endpoints; remove one with DELETE`);
    const { body } = this.#shown((await webhooks.findWebhook(id)) ?? unknownWebhook());
    return { status: 201, headers: { location: `${WEBHOOKS_PATH}/${id}` }, body: { ...body, secret } };
  }

  #shown(webhook: Webhook): { readonly status: number; readonly body: object } {
    return { status: 200, body: webhookView(webhook, this.#scene.clock.now()) };
  }

  async #webhook({ params, caller }: ResourceCall): Promise<Webhook> {
    const webhook = await this.#scene.webhooks.findWebhook(params['id'] ?? '');
    return webhook?.accountId === caller.accountId ? webhook : unknownWebhook();
  }

  /** A name that cannot be resolved now is accepted. */
  async #checkUrl(text: string): Promise<void> {
    const { rules } = this.#scene;
    try {
      const url = targetUrl(text, rules);
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, RESOLVE_MS);
      });
      await Promise.race([resolvedAddress(url, rules), limit]).finally(() => clearTimeout(timer));
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      if (!error.isUnresolved) refuse('url', error.message);
    }
  }
}

function valid<Schema extends TSchema>(bytes: Buffer, _schema: Schema, problems: (body: unknown) => Problem[]) {
  const body = parseBody(bytes);
  const found = problems(body);
  if (found.length > 0) throw invalidInput(found);
  return body as Static<Schema>;
}

function unknownWebhook(): never {
  throw new ApiError('NOT_FOUND', 'there is no webhook endpoint with this id');
}

/** Null: the endpoint is disabled. */
function accepted(delivery: Delivery | null): ResourceReply {
  if (delivery === null)
    throw new ApiError('CONFLICT', 'the endpoint is disabled; enable it with PATCH {"enabled": true} first');
  return { status: 202, body: deliveryView(delivery) };
}

const PAGE_OPTIONS = ['max_results', 'cursor'];

function pageOf(query: URLSearchParams) {
  for (const name of query.keys()) {
    if (!PAGE_OPTIONS.includes(name))
      refuse(name.slice(0, 100), `is unknown; known are ${PAGE_OPTIONS.join(' and ')}`, nearest(name, PAGE_OPTIONS));
  }
  const given = query.get('max_results') ?? String(LIMITS.maxResultsDefault);
  const limit = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  if (limit < 1 || limit > LIMITS.maxResultsMax)
    refuse('max_results', `must be a whole number from 1 to ${LIMITS.maxResultsMax}`);
  const cursor = query.get('cursor');
  return { limit, before: cursor === null ? null : openCursor(cursor) };
}

/** Not signed: it selects among the deliveries of the endpoint only. */
function cursorOf({ createdAt, id }: Delivery): string {
  return Buffer.from(`${createdAt}.${id}`).toString('base64url');
}

function openCursor(cursor: string): { readonly createdAt: number; readonly id: string } {
  const [, createdAt, id] = /^(\d{1,15})\.(dlv_\w+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (createdAt === undefined || id === undefined)
    return refuse('cursor', 'is not a cursor of deliveries; send the cursor of the last page, unchanged');
  return { createdAt: Number(createdAt), id };
}
