// The durable state of webhooks: endpoints, and the outbox with one row per event and endpoint. An event of this store
// is written in the transaction of its change. An event of another store is written together with a mark, which records
// that it is reported.

import type { Executing } from './idempotency.ts';

/** An endpoint that receives events. */
export interface Webhook {
  readonly id: string;
  /** Null for an endpoint of the operator, which receives the events that belong to no account. */
  readonly accountId: string | null;
  readonly url: string;
  readonly eventTypes: readonly string[];
  /** `whsec_` and Base64. */
  readonly secret: string;
  /** The secret before the last rotation; null if there is none. */
  readonly previousSecret: string | null;
  /** Milliseconds of the epoch, like all times here. */
  readonly previousUntil: number | null;
  readonly isEnabled: boolean;
  /** The reason for which it was disabled, unless its owner disabled it. */
  readonly reason: string | null;
  /** Time of the first failure since the last success. */
  readonly failingSince: number | null;
  readonly createdAt: number;
}

export type NewWebhook = Pick<Webhook, 'id' | 'accountId' | 'url' | 'eventTypes' | 'secret'>;

export interface WebhookChanges extends Executing {
  readonly url?: string;
  readonly eventTypes?: readonly string[];
  /** A disabled endpoint loses its pending deliveries: they fail, and may be replayed later. */
  readonly isEnabled?: boolean;
  /** A rotation: the present secret becomes the previous one until this time. */
  readonly rotation?: { readonly secret: string; readonly previousUntil: number };
}

export type DeliveryState = 'pending' | 'delivered' | 'failed';

/** One event for one endpoint. */
export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventType: string;
  /** JSON, as sent in each attempt. */
  readonly payload: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Time of the next attempt of a pending delivery. */
  readonly nextAt: number | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly lastAt: number | null;
  readonly createdAt: number;
}

/** A due delivery, with its endpoint. */
export interface DueDelivery {
  readonly delivery: Delivery;
  readonly webhook: Webhook;
}

/** An event to publish. */
export interface NewEvent {
  /** The account of the event; null: it is sent to all. */
  readonly accountId: string | null;
  readonly type: string;
  readonly data: object;
}

/** The reported state of a source outside of this store. */
export interface Mark {
  readonly name: string;
  readonly from: string | null;
  readonly to: string;
}

/** The result of an attempt. */
export interface Attempt {
  readonly deliveryId: string;
  /**
   * Number of attempts before this one. If the stored number differs, the delivery was replayed in the meantime and
   * stays pending.
   */
  readonly attempts: number;
  readonly state: DeliveryState;
  readonly status: number | null;
  readonly error: string | null;
  readonly at: number;
  readonly nextAt: number | null;
  /**
   * The URL to which the event was sent. If the endpoint has another one by now, the result says nothing about it, and
   * an event that was not delivered is sent to the new one.
   */
  readonly url: string;
  /** The reason to disable the endpoint; null if it stays enabled. */
  readonly disable: string | null;
}

/** A page of the delivery log: the deliveries older than a given one. */
export interface DeliveryPage {
  readonly webhookId: string;
  readonly before: { readonly createdAt: number; readonly id: string } | null;
  readonly limit: number;
}

/** Credits of an account in the current month. */
export interface AccountCredits {
  readonly accountId: string;
  /** Credits of the month, and remaining credits; null when unlimited. */
  readonly total: number | null;
  readonly remaining: number | null;
}

/** Methods reject only if the store fails. */
export interface Webhooks {
  /** False if the account has the maximum of endpoints. */
  createWebhook(webhook: NewWebhook & Executing): Promise<boolean>;
  findWebhook(id: string): Promise<Webhook | null>;
  /** Endpoints of an account, or of the operator (null), the oldest first. */
  webhooksOf(accountId: string | null): Promise<readonly Webhook[]>;
  /** Null if there is no such endpoint. */
  changeWebhook(id: string, changes: WebhookChanges): Promise<Webhook | null>;
  /** Removes the endpoint and its deliveries. */
  removeWebhook(id: string): Promise<void>;
  /**
   * Writes an event for one endpoint, whatever types it subscribes to. Null if it does not exist or is disabled; it is
   * disabled if too many deliveries wait for it.
   */
  sendTo(webhookId: string, event: Pick<NewEvent, 'type' | 'data'>): Promise<Delivery | null>;
  /**
   * Writes events for all endpoints that subscribe to them, and the mark. If the value of the mark is not `from`, it
   * does nothing and returns false.
   */
  publish(events: readonly NewEvent[], mark: Mark): Promise<boolean>;
  mark(name: string): Promise<string | null>;
  /** The newest first. */
  deliveries(page: DeliveryPage): Promise<readonly Delivery[]>;
  /** Makes a delivery pending again, from its first attempt; null if it does not exist or its endpoint is disabled. */
  replay(webhookId: string, deliveryId: string): Promise<Delivery | null>;
  /** The first few due deliveries of each endpoint; none of a disabled endpoint or a suspended account. */
  dueDeliveries(): Promise<readonly DueDelivery[]>;
  settleDelivery(attempt: Attempt): Promise<void>;
  /** The credits of the accounts with an enabled endpoint for a type of events that begins with this. */
  creditsOfSubscribers(types: string): Promise<readonly AccountCredits[]>;
  /**
   * Removes old entries of the delivery log, and the endpoints of removed accounts. Makes deliveries due that would
   * wait longer because the clock was set back.
   */
  tidyWebhooks(): Promise<void>;
}

/** Maximum number of concurrent attempts for one endpoint. */
export const ATTEMPTS_AT_ONCE = 4;
