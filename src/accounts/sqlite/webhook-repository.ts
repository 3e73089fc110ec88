// Webhooks and their outbox as stored. The caller wraps writes in a transaction.
import type { Database } from 'better-sqlite3';
import { MS_PER_DAY } from '../../contract/days.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Clock } from '../../ops/clock.ts';
import { prepareAll, type Statements, sql } from '../../ops/sqlite/sqlite-statements.ts';
import { accountCredits } from '../balance.ts';
import type { Executing } from '../idempotency.ts';
import { monthOf } from '../period.ts';
import {
  type CreatedEvent,
  changedWebhook,
  createEvent,
  isSubscribed,
  LOST_BY_DISABLING,
  newDelivery,
  SET_BACK_MS,
  TOO_MANY_PENDING,
  type WebhookRow,
  webhookOf,
} from '../webhook-events.ts';
import {
  type AccountCredits,
  ATTEMPTS_AT_ONCE,
  type Attempt,
  type Delivery,
  type DeliveryPage,
  type DueDelivery,
  type Mark,
  type NewEvent,
  type NewWebhook,
  type Webhook,
  type WebhookChanges,
  type Webhooks,
} from '../webhook-port.ts';
import { IS_LIVE } from './account-repository.ts';
import { CreditRepository } from './credit-repository.ts';
import { markExecuted } from './idempotent-requests.ts';
import type { SyncPort } from './sync-port.ts';

const WEBHOOK = `id, account_id AS accountId, url, event_types AS eventTypes, secret, previous_secret AS previousSecret,
  previous_until AS previousUntil, is_enabled AS isEnabled, reason, failing_since AS failingSince,
  created_at AS createdAt`;
const DELIVERY = `id, webhook_id AS webhookId, event_id AS eventId, event_type AS eventType, payload, state, attempts,
  next_at AS nextAt, last_status AS lastStatus, last_error AS lastError, last_at AS lastAt, created_at AS createdAt`;

const STATEMENTS = {
  find: sql<[id: string], WebhookRow>(`SELECT ${WEBHOOK} FROM webhook WHERE id = ?`),
  all: sql<[], WebhookRow>(`SELECT ${WEBHOOK} FROM webhook WHERE is_enabled = 1 ORDER BY created_at, id`),
  of: sql<[accountId: string | null], WebhookRow>(
    `SELECT ${WEBHOOK} FROM webhook WHERE account_id IS ? ORDER BY created_at, id`,
  ),
  create: sql<Omit<NewWebhook, 'eventTypes'> & { eventTypes: string; at: number }>(`
    INSERT INTO webhook (id, account_id, url, event_types, secret, created_at)
    VALUES (@id, @accountId, @url, @eventTypes, @secret, @at)`),
  change: sql<WebhookRow>(`
    UPDATE webhook SET url = @url, event_types = @eventTypes, secret = @secret, previous_secret = @previousSecret,
      previous_until = @previousUntil, is_enabled = @isEnabled, reason = @reason, failing_since = @failingSince
    WHERE id = @id`),
  remove: sql<[id: string]>('DELETE FROM webhook WHERE id = ?'),
  removeDeliveries: sql<[id: string]>('DELETE FROM delivery WHERE webhook_id = ?'),
  lose: sql<[error: string, webhookId: string]>(
    "UPDATE delivery SET state = 'failed', next_at = NULL, last_error = ? WHERE webhook_id = ? AND state = 'pending'",
  ),
  pending: sql<[webhookId: string, most: number], { count: number }>(`
    SELECT count(*) AS count FROM (SELECT 1 FROM delivery WHERE webhook_id = ? AND state = 'pending' LIMIT ?)`),
  send: sql<Delivery>(`
    INSERT INTO delivery (id, webhook_id, event_id, event_type, payload, state, attempts, next_at, created_at)
    VALUES (@id, @webhookId, @eventId, @eventType, @payload, @state, @attempts, @nextAt, @createdAt)`),
  delivery: sql<[id: string], Delivery>(`SELECT ${DELIVERY} FROM delivery WHERE id = ?`),
  page: sql<[webhookId: string, createdAt: number, id: string, limit: number], Delivery>(`
    SELECT ${DELIVERY} FROM delivery WHERE webhook_id = ? AND (created_at, id) < (?, ?)
    ORDER BY created_at DESC, id DESC LIMIT ?`),
  replay: sql<[at: number, id: string]>(
    "UPDATE delivery SET state = 'pending', attempts = 0, next_at = ? WHERE id = ?",
  ),
  live: sql<[], WebhookRow>(`SELECT ${WEBHOOK} FROM webhook WHERE is_enabled = 1 AND (account_id IS NULL OR ${IS_LIVE})
    AND EXISTS (SELECT 1 FROM delivery WHERE webhook_id = webhook.id AND state = 'pending')`),
  due: sql<[webhookId: string, at: number, limit: number], Delivery>(`
    SELECT ${DELIVERY} FROM delivery WHERE webhook_id = ? AND state = 'pending' AND next_at <= ?
    ORDER BY next_at, id LIMIT ?`),
  settle: sql<Omit<Attempt, 'disable' | 'url'>>(`
    UPDATE delivery SET state = @state, attempts = attempts + 1, next_at = @nextAt, last_status = @status,
      last_error = @error, last_at = @at
    WHERE id = @deliveryId AND state = 'pending' AND attempts = @attempts`),
  note: sql<[failingSince: number | null, id: string]>('UPDATE webhook SET failing_since = ? WHERE id = ?'),
  mark: sql<[name: string], { value: string }>('SELECT value FROM event_mark WHERE name = ?'),
  setMark: sql<[name: string, value: string]>(
    'INSERT INTO event_mark VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  ),
  subscribers: sql<[types: string], { accountId: string }>(`
    SELECT DISTINCT account_id AS accountId FROM webhook
    WHERE is_enabled = 1 AND event_types LIKE ? AND ${IS_LIVE} ORDER BY account_id`),
  removeOld: sql<[before: number, most: number]>(`
    DELETE FROM delivery WHERE state <> 'pending' AND (created_at < ? OR id IN (SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY webhook_id ORDER BY created_at DESC, id DESC) AS place FROM delivery
      WHERE state <> 'pending') WHERE place > ?))`),
  hasten: sql<{ now: number; setBackMs: number }>(`
    UPDATE delivery SET next_at = @now
    WHERE state = 'pending' AND next_at > @now AND (attempts = 0 OR last_at > @now + @setBackMs)`),
  ofRemoved: sql<[], { id: string }>(
    'SELECT webhook.id FROM webhook JOIN account ON account.id = account_id WHERE removed_at IS NOT NULL',
  ),
};

export class WebhookRepository implements SyncPort<Webhooks> {
  readonly #database: Database;
  readonly #statements: Statements<typeof STATEMENTS>;
  readonly #clock: Clock;
  readonly #credits: CreditRepository;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#statements = prepareAll(database, STATEMENTS);
    this.#clock = clock;
    this.#credits = new CreditRepository(database);
  }

  createWebhook({ attempt = null, ...webhook }: NewWebhook & Executing): boolean {
    if (this.webhooksOf(webhook.accountId).length >= LIMITS.webhooksMax) return false;
    const eventTypes = JSON.stringify(webhook.eventTypes);
    this.#statements.create.run({ ...webhook, eventTypes, at: this.#clock.now() });
    if (attempt !== null) markExecuted(this.#database, attempt);
    return true;
  }

  findWebhook(id: string): Webhook | null {
    const row = this.#statements.find.get(id);
    return row ? webhookOf(row) : null;
  }

  webhooksOf(accountId: string | null): Webhook[] {
    return this.#statements.of.all(accountId).map(webhookOf);
  }

  changeWebhook(id: string, changes: WebhookChanges): Webhook | null {
    const webhook = this.findWebhook(id);
    if (webhook === null) return null;
    this.#write(changedWebhook(webhook, changes));
    if (changes.isEnabled === false) this.#statements.lose.run(LOST_BY_DISABLING, id);
    if (changes.attempt) markExecuted(this.#database, changes.attempt);
    return this.findWebhook(id);
  }

  removeWebhook(id: string): void {
    this.#statements.removeDeliveries.run(id);
    this.#statements.remove.run(id);
  }

  sendTo(webhookId: string, event: Pick<NewEvent, 'type' | 'data'>): Delivery | null {
    const webhook = this.findWebhook(webhookId);
    if (!webhook?.isEnabled) return null;
    return this.#send(webhook, createEvent({ accountId: webhook.accountId, ...event }, this.#clock.now()));
  }

  publish(events: readonly NewEvent[], { name, from, to }: Mark): boolean {
    if (this.mark(name) !== from) return false;
    for (const event of events) this.enter(event);
    this.#statements.setMark.run(name, to);
    return true;
  }

  /** Writes an event for all endpoints that subscribe to it. */
  enter(event: NewEvent): void {
    const { accountId, type } = event;
    const endpoints = accountId === null ? this.#statements.all.all().map(webhookOf) : this.webhooksOf(accountId);
    const made = createEvent(event, this.#clock.now());
    for (const webhook of endpoints.filter((one) => isSubscribed(one, type))) this.#send(webhook, made);
  }

  mark(name: string): string | null {
    return this.#statements.mark.get(name)?.value ?? null;
  }

  deliveries({ webhookId, before, limit }: DeliveryPage): Delivery[] {
    const { createdAt, id } = before ?? { createdAt: Number.MAX_SAFE_INTEGER, id: '' };
    return this.#statements.page.all(webhookId, createdAt, id, limit);
  }

  replay(webhookId: string, deliveryId: string): Delivery | null {
    const delivery = this.#statements.delivery.get(deliveryId);
    if (delivery?.webhookId !== webhookId || !this.findWebhook(webhookId)?.isEnabled) return null;
    this.#statements.replay.run(this.#clock.now(), deliveryId);
    return this.#statements.delivery.get(deliveryId) ?? null;
  }

  dueDeliveries(): DueDelivery[] {
    const at = this.#clock.now();
    return this.#statements.live.all().flatMap((row) => {
      const webhook = webhookOf(row);
      return this.#statements.due.all(row.id, at, ATTEMPTS_AT_ONCE).map((delivery) => ({ delivery, webhook }));
    });
  }

  settleDelivery({ disable, url, ...attempt }: Attempt): void {
    const webhookId = this.#statements.delivery.get(attempt.deliveryId)?.webhookId;
    const webhook = webhookId === undefined ? null : this.findWebhook(webhookId);
    if (webhook === null) return;
    const isCurrent = url === webhook.url;
    if (!isCurrent && attempt.state !== 'delivered') return;
    if (this.#statements.settle.run(attempt).changes === 0 || !isCurrent) return;
    const failingSince = attempt.state === 'delivered' ? null : (webhook.failingSince ?? attempt.at);
    this.#statements.note.run(failingSince, webhook.id);
    if (disable !== null && webhook.isEnabled) this.#disable({ ...webhook, failingSince }, disable);
  }

  creditsOfSubscribers(types: string): AccountCredits[] {
    const month = monthOf(this.#clock.now());
    return this.#statements.subscribers
      .all(`%"${types}%`)
      .map(({ accountId }) => accountCredits(accountId, this.#credits.balance(accountId, month)));
  }

  tidyWebhooks(): void {
    for (const { id } of this.#statements.ofRemoved.all()) this.removeWebhook(id);
    const now = this.#clock.now();
    this.#statements.removeOld.run(now - LIMITS.deliveryDays * MS_PER_DAY, LIMITS.deliveriesKeptMax);
    this.#statements.hasten.run({ now, setBackMs: SET_BACK_MS });
  }

  /** Null, and the endpoint is disabled, if too many deliveries wait for it. */
  #send(webhook: Webhook, event: CreatedEvent): Delivery | null {
    const { count } = this.#statements.pending.get(webhook.id, LIMITS.deliveriesPendingMax) as { count: number };
    if (count >= LIMITS.deliveriesPendingMax) {
      this.#disable(webhook, TOO_MANY_PENDING);
      return null;
    }
    const delivery = newDelivery(event, webhook.id);
    this.#statements.send.run(delivery);
    return delivery;
  }

  #disable(webhook: Webhook, reason: string): void {
    this.#write({ ...webhook, isEnabled: false, reason });
    this.#statements.lose.run(LOST_BY_DISABLING, webhook.id);
  }

  #write({ eventTypes, isEnabled, ...webhook }: Webhook): void {
    this.#statements.change.run({
      ...webhook,
      eventTypes: JSON.stringify(eventTypes),
      isEnabled: isEnabled ? 1 : 0,
    });
  }
}
