// Events and deliveries, common to all stores. Pure, except for the random part of their ids.
import { LIMITS } from '../contract/limits.ts';
import type { Batch, BatchState } from './batch-port.ts';
import { randomBase62 } from './key-format.ts';
import type { Watch, WatchStep } from './watch-port.ts';
import type { Delivery, NewEvent, Webhook, WebhookChanges } from './webhook-port.ts';

const ID_LENGTH = 20;

/** The reason for which an endpoint with too many pending deliveries is disabled. */
export const TOO_MANY_PENDING = `${LIMITS.deliveriesPendingMax} events waited for the endpoint; enable it when it answers again`;
/** The error of deliveries that are lost when their endpoint is disabled. */
export const LOST_BY_DISABLING = 'the endpoint was disabled; replay the delivery after it is enabled';

/** A delivery whose last attempt is later than now by more than this was attempted before the clock was set back. */
export const SET_BACK_MS = 60_000;

/** An event with its id and its payload. */
export interface CreatedEvent {
  readonly id: string;
  readonly accountId: string | null;
  readonly type: string;
  readonly payload: string;
  readonly at: number;
}

export function createEvent({ accountId, type, data }: NewEvent, at: number): CreatedEvent {
  const payload = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
  return { id: `evt_${randomBase62(ID_LENGTH)}`, accountId, type, payload, at };
}

/** The delivery of an event to an endpoint, due at once. */
export function newDelivery(event: CreatedEvent, webhookId: string): Delivery {
  const { id: eventId, type: eventType, payload, at } = event;
  return {
    id: `dlv_${randomBase62(ID_LENGTH)}`,
    webhookId,
    eventId,
    eventType,
    payload,
    state: 'pending',
    attempts: 0,
    nextAt: at,
    lastStatus: null,
    lastError: null,
    lastAt: null,
    createdAt: at,
  };
}

export function isSubscribed({ isEnabled, eventTypes }: Webhook, type: string): boolean {
  return isEnabled && eventTypes.includes(type);
}

/** The endpoint after changes by its owner. */
export function changedWebhook(
  webhook: Webhook,
  { rotation, isEnabled, attempt: _, ...changes }: WebhookChanges,
): Webhook {
  return {
    ...webhook,
    ...changes,
    ...(isEnabled === undefined ? {} : { isEnabled, reason: null, failingSince: null }),
    ...(rotation === undefined ? {} : { ...rotation, previousSecret: webhook.secret }),
  };
}

const TYPE_OF_STATE: Partial<Record<BatchState, string>> = {
  completed: 'batch.completed',
  paused_no_credits: 'batch.paused',
  failed: 'batch.failed',
  cancelled: 'batch.cancelled',
};

/** The event for a batch that has reached a state; null if this state has no event. */
export function eventOfBatch({ id, accountId }: Pick<Batch, 'id' | 'accountId'>, state: BatchState): NewEvent | null {
  const type = TYPE_OF_STATE[state];
  return type === undefined ? null : { accountId, type, data: { batch_id: id, state } };
}

/** The event of a step of a watch. */
export function eventOfStep(
  { id, accountId, kind }: Pick<Watch, 'id' | 'accountId' | 'kind'>,
  step: WatchStep,
): NewEvent {
  const data = { watch_id: id, changes: step.changes.length, cursor: String(step.from) };
  return { accountId, type: kind === 'search' ? 'watch.matched' : 'watch.changed', data };
}

/** The event for a watch that has reached a state; null if this state has no event. */
export function eventOfWatch({ id, accountId, state }: Pick<Watch, 'id' | 'accountId' | 'state'>): NewEvent | null {
  const data = { watch_id: id };
  if (state === 'paused_no_credits') return { accountId, type: 'watch.paused', data };
  return state === 'failed' ? { accountId, type: 'watch.failed', data } : null;
}

/** An endpoint as stored: its types are JSON. */
export type WebhookRow = Omit<Webhook, 'eventTypes' | 'isEnabled'> & {
  readonly eventTypes: string;
  readonly isEnabled: number | boolean;
};

export function webhookOf({ eventTypes, isEnabled, ...row }: WebhookRow): Webhook {
  return { ...row, eventTypes: JSON.parse(eventTypes) as string[], isEnabled: isEnabled === true || isEnabled === 1 };
}
