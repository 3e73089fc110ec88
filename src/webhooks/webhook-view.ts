// Endpoints and deliveries in the form of the API.
import type { Static } from 'typebox';
import type { Delivery, Webhook } from '../accounts/webhook-port.ts';
import type { DeliveryAnswer, WebhookAnswer } from '../contract/resources/webhook-events.ts';

export type WebhookView = Static<typeof WebhookAnswer>;

const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** Without secrets. */
export function webhookView(webhook: Webhook, nowMs: number): WebhookView {
  const { id, url, eventTypes, isEnabled, reason, failingSince, previousUntil, createdAt } = webhook;
  const isRotating = previousUntil !== null && previousUntil > nowMs;
  return {
    id,
    url,
    event_types: [...eventTypes],
    enabled: isEnabled,
    disabled_reason: reason,
    failing_since: timeOf(failingSince),
    previous_secret_until: isRotating ? timeOf(previousUntil) : null,
    created_at: new Date(createdAt).toISOString(),
  };
}

export function deliveryView(delivery: Delivery): Static<typeof DeliveryAnswer> {
  const { id, eventId, eventType, state, attempts, lastStatus, lastError, lastAt, nextAt, createdAt } = delivery;
  return {
    id,
    event_id: eventId,
    event_type: eventType,
    state,
    attempts,
    last_status: lastStatus,
    last_error: lastError,
    last_attempt_at: timeOf(lastAt),
    next_attempt_at: timeOf(nextAt),
    created_at: new Date(createdAt).toISOString(),
  };
}
