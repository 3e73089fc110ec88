// Webhooks and their outbox in PostgreSQL: each write is one transaction.
import { MS_PER_DAY } from '../../contract/days.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Clock } from '../../ops/clock.ts';
import type { Database, Session } from '../../ops/postgres/database.ts';
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
import type { BalanceReader } from './balance-reader.ts';
import { markExecuted } from './idempotent-requests.ts';
import * as statements from './webhook-statements.ts';

interface WebhookRepositoryOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly balances: Pick<BalanceReader, 'balance'>;
}

export class WebhookRepository implements Webhooks {
  readonly #options: WebhookRepositoryOptions;

  constructor(options: WebhookRepositoryOptions) {
    this.#options = options;
  }

  createWebhook(webhook: NewWebhook & Executing): Promise<boolean> {
    const { database, clock } = this.#options;
    const { id, accountId, url, eventTypes, secret, attempt = null } = webhook;
    return database.transact(async (session) => {
      await session.run(statements.LOCK_NAME, accountId ?? 'operator');
      const others = await session.run(statements.WEBHOOKS_OF, accountId);
      if (others.length >= LIMITS.webhooksMax) return false;
      const types = JSON.stringify(eventTypes);
      await session.run(statements.CREATE_WEBHOOK, id, accountId, url, types, secret, clock.now());
      if (attempt !== null) await markExecuted(session, attempt);
      return true;
    });
  }

  async findWebhook(id: string): Promise<Webhook | null> {
    const [row] = await this.#options.database.read(statements.FIND_WEBHOOK, id);
    return row ? webhookOf(row) : null;
  }

  async webhooksOf(accountId: string | null): Promise<Webhook[]> {
    return (await this.#options.database.read(statements.WEBHOOKS_OF, accountId)).map(webhookOf);
  }

  changeWebhook(id: string, changes: WebhookChanges): Promise<Webhook | null> {
    return this.#options.database.transact(async (session) => {
      const [row] = await session.run(statements.LOCK_WEBHOOK, id);
      if (!row) return null;
      const changed = changedWebhook(webhookOf(row), changes);
      await write(session, changed);
      if (changes.isEnabled === false) await session.run(statements.LOSE_PENDING, id, LOST_BY_DISABLING);
      if (changes.attempt) await markExecuted(session, changes.attempt);
      return changed;
    });
  }

  async removeWebhook(id: string): Promise<void> {
    await this.#options.database.transact(async (session) => {
      await session.run(statements.LOCK_WEBHOOK, id);
      await session.run(statements.REMOVE_DELIVERIES, id);
      await session.run(statements.REMOVE_WEBHOOK, id);
    });
  }

  sendTo(webhookId: string, event: Pick<NewEvent, 'type' | 'data'>): Promise<Delivery | null> {
    const { database, clock } = this.#options;
    return database.transact(async (session) => {
      const [row] = await session.run(statements.LOCK_WEBHOOK, webhookId);
      if (!row?.isEnabled) return null;
      return send(session, webhookId, createEvent({ accountId: row.accountId, ...event }, clock.now()));
    });
  }

  publish(events: readonly NewEvent[], { name, from, to }: Mark): Promise<boolean> {
    const { database, clock } = this.#options;
    return database.transact(async (session) => {
      await session.run(statements.LOCK_NAME, `mark ${name}`);
      const [mark] = await session.run(statements.MARK, name);
      if ((mark?.value ?? null) !== from) return false;
      for (const event of events) await enterEvent(session, event, clock.now());
      await session.run(statements.SET_MARK, name, to);
      return true;
    });
  }

  async mark(name: string): Promise<string | null> {
    return (await this.#options.database.read(statements.MARK, name))[0]?.value ?? null;
  }

  async deliveries({ webhookId, before, limit }: DeliveryPage): Promise<Delivery[]> {
    const { createdAt, id } = before ?? { createdAt: Number.MAX_SAFE_INTEGER, id: '' };
    return [...(await this.#options.database.read(statements.DELIVERIES, webhookId, createdAt, id, limit))];
  }

  replay(webhookId: string, deliveryId: string): Promise<Delivery | null> {
    const { database, clock } = this.#options;
    return database.transact(async (session) => {
      const [webhook] = await session.run(statements.LOCK_WEBHOOK, webhookId);
      const [delivery] = await session.run(statements.FIND_DELIVERY, deliveryId);
      if (!webhook?.isEnabled || delivery?.webhookId !== webhookId) return null;
      await session.run(statements.REPLAY, deliveryId, clock.now());
      return (await session.run(statements.FIND_DELIVERY, deliveryId))[0] ?? null;
    });
  }

  async dueDeliveries(): Promise<DueDelivery[]> {
    const { database, clock } = this.#options;
    const rows = await database.read(statements.LIVE_WEBHOOKS);
    if (rows.length === 0) return [];
    const webhooks = new Map(rows.map((row) => [row.id, webhookOf(row)]));
    const due = await database.read(statements.DUE, [...webhooks.keys()], clock.now(), ATTEMPTS_AT_ONCE);
    return due.flatMap((delivery) => {
      const webhook = webhooks.get(delivery.webhookId);
      return webhook ? [{ delivery, webhook }] : [];
    });
  }

  async settleDelivery(attempt: Attempt): Promise<void> {
    const { deliveryId, attempts, state, status, error, at, nextAt, url, disable } = attempt;
    await this.#options.database.transact(async (session) => {
      const [delivery] = await session.run(statements.FIND_DELIVERY, deliveryId);
      const [row] = delivery ? await session.run(statements.LOCK_WEBHOOK, delivery.webhookId) : [];
      if (!row) return;
      const isCurrent = url === row.url;
      if (!isCurrent && state !== 'delivered') return;
      const settled = await session.run(statements.SETTLE, deliveryId, attempts, state, status, error, at, nextAt);
      if (settled.length === 0 || !isCurrent) return;
      await session.run(statements.NOTE_FAILING, row.id, state === 'delivered' ? null : (row.failingSince ?? at));
      if (disable !== null && row.isEnabled) await disableFor(session, row.id, disable);
    });
  }

  async creditsOfSubscribers(types: string): Promise<AccountCredits[]> {
    const { database, clock, balances } = this.#options;
    const subscribers = await database.read(statements.SUBSCRIBERS, `%"${types}%`);
    const month = monthOf(clock.now());
    return Promise.all(
      subscribers.map(async ({ accountId }) => accountCredits(accountId, await balances.balance(accountId, month))),
    );
  }

  async tidyWebhooks(): Promise<void> {
    const { database, clock } = this.#options;
    for (const { id } of await database.read(statements.WEBHOOKS_OF_REMOVED)) await this.removeWebhook(id);
    const now = clock.now();
    await database.run(
      statements.REMOVE_OLD_DELIVERIES,
      now - LIMITS.deliveryDays * MS_PER_DAY,
      LIMITS.deliveriesKeptMax,
    );
    await database.run(statements.HASTEN, now, SET_BACK_MS);
  }
}

/** Writes an event for all endpoints that subscribe to it, in the transaction of its change. */
export async function enterEvent(session: Session, event: NewEvent, at: number): Promise<void> {
  const { accountId, type } = event;
  const rows =
    accountId === null
      ? await session.run(statements.ENABLED_WEBHOOKS)
      : await session.run(statements.WEBHOOKS_OF, accountId);
  const made = createEvent(event, at);
  for (const { id } of rows.map(webhookOf).filter((one) => isSubscribed(one, type))) await send(session, id, made);
}

/** Null, and the endpoint is disabled, if too many deliveries wait for it. */
async function send(session: Session, webhookId: string, event: CreatedEvent): Promise<Delivery | null> {
  const [pending] = await session.run(statements.COUNT_PENDING, webhookId, LIMITS.deliveriesPendingMax);
  if ((pending?.count ?? 0) >= LIMITS.deliveriesPendingMax) {
    await disableFor(session, webhookId, TOO_MANY_PENDING);
    return null;
  }
  const delivery = newDelivery(event, webhookId);
  const { id, eventId, eventType, payload, createdAt } = delivery;
  await session.run(statements.SEND, id, webhookId, eventId, eventType, payload, createdAt);
  return delivery;
}

async function disableFor(session: Session, id: string, reason: string): Promise<void> {
  const [row] = await session.run(statements.LOCK_WEBHOOK, id);
  if (!row) return;
  await write(session, { ...webhookOf(row), isEnabled: false, reason });
  await session.run(statements.LOSE_PENDING, id, LOST_BY_DISABLING);
}

async function write(session: Session, webhook: Webhook): Promise<void> {
  const { id, url, eventTypes, secret, previousSecret, previousUntil, isEnabled, reason, failingSince } = webhook;
  const types = JSON.stringify(eventTypes);
  const rest = [secret, previousSecret, previousUntil, isEnabled, reason, failingSince] as const;
  await session.run(statements.CHANGE_WEBHOOK, id, url, types, ...rest);
}
