// The types of events that webhooks report, and the data of each. Events contain identifiers, not records.

import type { TObject } from 'typebox';
import { LIMITS } from '../limits.ts';
import { closed, count, maybeInteger, maybeText, oneOf, text } from '../schemas/schema.ts';
import { Type } from '../schemas/schema-types.ts';

interface EventKind {
  /** Completes the sentence "It is sent when …". */
  readonly when: string;
  readonly data: TObject;
}

const batch = closed({ batch_id: text('Identifier of the batch'), state: text('State of the batch') });
const credits = closed({
  remaining_credits: count('Credits left in this month'),
  credits: count('Credits of this month, from the plan and from grants'),
  next_reset_at: text('Start of the next month (ISO 8601, UTC)'),
});
const run = closed({
  import_id: Type.Integer({ minimum: 1, description: 'Number of the import run' }),
  kind: oneOf(['companies', 'people', 'jobs'], { description: 'Kind of the imported records' }),
});

const watch = closed({ watch_id: text('Identifier of the watch') });
const watchChanges = closed({
  watch_id: text('Identifier of the watch'),
  changes: count('Number of new changes'),
  cursor: text('The `cursor` for the page that begins with them'),
});

/** The events that an endpoint may subscribe to. */
export const EVENTS = {
  'batch.completed': { when: 'all rows of a batch are done', data: batch },
  'batch.paused': { when: 'a batch pauses because credits or its max_credits are used up', data: batch },
  'batch.failed': { when: 'a batch fails; it can be resumed', data: batch },
  'batch.cancelled': { when: 'a batch is cancelled', data: batch },
  'import.completed': { when: 'an import of the operator is finished', data: run },
  'import.failed': { when: 'an import of the operator ends with a failure', data: run },
  'edition.published': {
    when: 'a new edition of the search index is published',
    data: closed({ edition_id: text('Identifier of the edition') }),
  },
  'credits.low': { when: `${LIMITS.lowCreditsPercent}% or less of the credits of the month are left`, data: credits },
  'credits.exhausted': { when: 'no credits of the month are left', data: credits },
  'watch.matched': { when: 'the search of a watch has new matches', data: watchChanges },
  'watch.changed': { when: 'listed records of a watch have changed', data: watchChanges },
  'watch.paused': {
    when: 'a watch pauses because no credits are left',
    data: watch,
  },
  'watch.failed': { when: 'a watch fails; it can be resumed', data: watch },
} as const satisfies Readonly<Record<string, EventKind>>;

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[];

/** The event of a test call, which every endpoint receives. */
export const TEST_EVENT = 'webhook.test';
export const TestEventData = closed({ webhook_id: text('Identifier of the endpoint') });

/** The body of a delivery. */
export const eventSchema = (type: string, data: TObject) =>
  closed({ type: oneOf([type]), timestamp: text('Time of the event (ISO 8601, UTC)'), data });

const types = Type.Array(oneOf(EVENT_TYPES, { description: 'Type of an event' }), {
  minItems: 1,
  maxItems: EVENT_TYPES.length,
  uniqueItems: true,
  description: 'The events that the endpoint receives',
});
const url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'Public https address that receives the events',
});

export const WebhookBody = closed({ url, event_types: types });
export const WebhookChange = closed(
  {
    url: Type.Optional(url),
    event_types: Type.Optional(types),
    enabled: Type.Optional(
      Type.Boolean({ description: 'A disabled endpoint receives nothing, also not later; true enables it again' }),
    ),
  },
  { minProperties: 1 },
);

const webhook = {
  id: text('Identifier of the endpoint'),
  url: text('Address that receives the events'),
  event_types: Type.Array(text('Type of an event'), { description: 'The events that the endpoint receives' }),
  enabled: Type.Boolean({ description: 'Whether the endpoint receives events' }),
  disabled_reason: maybeText('Why the service has disabled the endpoint; null if it has not'),
  failing_since: maybeText('Time of the first failure since the last success (ISO 8601, UTC); null if there is none'),
  previous_secret_until: maybeText('Until this time (ISO 8601, UTC) deliveries are also signed with the secret before'),
  created_at: text('Time of creation (ISO 8601, UTC)'),
};
const secret = text('Signing secret, `whsec_` and Base64; shown only once');

export const WebhookAnswer = closed(webhook);
/** The answer to creating an endpoint or rotating its secret. */
export const WebhookWithSecret = closed({ ...webhook, secret });
export const WebhookList = closed({
  results: Type.Array(WebhookAnswer, { description: 'The oldest first' }),
  results_length: count('Number of endpoints in results'),
});

export const DeliveryAnswer = closed({
  id: text('Identifier of the delivery'),
  event_id: text('Identifier of the event: the header webhook-id'),
  event_type: text('Type of the event'),
  state: oneOf(['pending', 'delivered', 'failed'], { description: 'A pending delivery is attempted again' }),
  attempts: count('Attempts so far'),
  last_status: maybeInteger('HTTP status of the last attempt; null if there was no answer'),
  last_error: maybeText('Why the last attempt failed'),
  last_attempt_at: maybeText('Time of the last attempt (ISO 8601, UTC)'),
  next_attempt_at: maybeText('Time of the next attempt (ISO 8601, UTC)'),
  created_at: text('Time of the event (ISO 8601, UTC)'),
});
export const DeliveryList = closed({
  results: Type.Array(DeliveryAnswer, { description: 'The newest first' }),
  results_length: count('Number of deliveries in results'),
  cursor: maybeText('Cursor of the next page; null on the last page'),
});
