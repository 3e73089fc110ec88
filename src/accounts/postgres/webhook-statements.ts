// The statements of webhooks and their outbox.
import { statement } from '../../ops/postgres/statement.ts';
import type { WebhookRow } from '../webhook-events.ts';
import type { Delivery } from '../webhook-port.ts';

const WEBHOOK = `w.id, w.account_id AS "accountId", w.url, w.event_types AS "eventTypes", w.secret,
  w.previous_secret AS "previousSecret", w.previous_until AS "previousUntil", w.is_enabled AS "isEnabled", w.reason,
  w.failing_since AS "failingSince", w.created_at AS "createdAt"`;
const DELIVERY = `d.id, d.webhook_id AS "webhookId", d.event_id AS "eventId", d.event_type AS "eventType", d.payload,
  d.state, d.attempts, d.next_at AS "nextAt", d.last_status AS "lastStatus", d.last_error AS "lastError",
  d.last_at AS "lastAt", d.created_at AS "createdAt"`;
const IS_LIVE = `(w.account_id IS NULL OR EXISTS (SELECT 1 FROM account a WHERE a.id = w.account_id
  AND a.suspended_at IS NULL AND a.removed_at IS NULL))`;

export const FIND_WEBHOOK = statement<[id: string], WebhookRow>(
  'find a webhook',
  `SELECT ${WEBHOOK} FROM webhook w WHERE w.id = $1::text`,
);

export const LOCK_WEBHOOK = statement<[id: string], WebhookRow>(
  'lock a webhook',
  `SELECT ${WEBHOOK} FROM webhook w WHERE w.id = $1::text FOR UPDATE`,
);

/** The endpoints of an account, or of the operator (null). */
export const WEBHOOKS_OF = statement<[accountId: string | null], WebhookRow>(
  'webhooks of an account',
  `SELECT ${WEBHOOK} FROM webhook w WHERE w.account_id IS NOT DISTINCT FROM $1::text ORDER BY w.created_at, w.id`,
);

export const ENABLED_WEBHOOKS = statement<[], WebhookRow>(
  'webhooks of all',
  `SELECT ${WEBHOOK} FROM webhook w WHERE w.is_enabled ORDER BY w.created_at, w.id`,
);

/**
 * Held until the end of the transaction, so that the endpoints of an account, or a mark, are written one after the
 * other.
 */
export const LOCK_NAME = statement<[name: string]>(
  'lock a name of webhooks',
  "SELECT pg_advisory_xact_lock(hashtextextended('cardfile webhooks ' || current_schema() || $1::text, 0))",
);

export const CREATE_WEBHOOK = statement<
  [id: string, accountId: string | null, url: string, eventTypes: string, secret: string, at: number]
>(
  'create a webhook',
  `INSERT INTO webhook (id, account_id, url, event_types, secret, is_enabled, created_at)
  VALUES ($1::text, $2::text, $3::text, $4::text, $5::text, true, $6::bigint)`,
);

export const CHANGE_WEBHOOK = statement<
  [
    id: string,
    url: string,
    eventTypes: string,
    secret: string,
    previousSecret: string | null,
    previousUntil: number | null,
    isEnabled: boolean,
    reason: string | null,
    failingSince: number | null,
  ]
>(
  'change a webhook',
  `UPDATE webhook SET url = $2::text, event_types = $3::text, secret = $4::text, previous_secret = $5::text,
    previous_until = $6::bigint, is_enabled = $7::boolean, reason = $8::text, failing_since = $9::bigint
  WHERE id = $1::text`,
);

export const REMOVE_WEBHOOK = statement<[id: string]>('remove a webhook', 'DELETE FROM webhook WHERE id = $1::text');
export const REMOVE_DELIVERIES = statement<[webhookId: string]>(
  'remove the deliveries of a webhook',
  'DELETE FROM delivery WHERE webhook_id = $1::text',
);

export const LOSE_PENDING = statement<[webhookId: string, error: string]>(
  'lose pending deliveries',
  `UPDATE delivery SET state = 'failed', next_at = NULL, last_error = $2::text
  WHERE webhook_id = $1::text AND state = 'pending'`,
);

export const COUNT_PENDING = statement<[webhookId: string, most: number], { count: number }>(
  'pending deliveries',
  `SELECT count(*) AS count FROM
    (SELECT 1 FROM delivery WHERE webhook_id = $1::text AND state = 'pending' LIMIT $2::integer) AS few`,
);

export const SEND = statement<
  [id: string, webhookId: string, eventId: string, eventType: string, payload: string, at: number]
>(
  'send an event',
  `INSERT INTO delivery (id, webhook_id, event_id, event_type, payload, state, attempts, next_at, created_at)
  VALUES ($1::text, $2::text, $3::text, $4::text, $5::text, 'pending', 0, $6::bigint, $6::bigint)`,
);

export const FIND_DELIVERY = statement<[id: string], Delivery>(
  'find a delivery',
  `SELECT ${DELIVERY} FROM delivery d WHERE d.id = $1::text`,
);

export const DELIVERIES = statement<[webhookId: string, createdAt: number, id: string, limit: number], Delivery>(
  'deliveries of a webhook',
  `SELECT ${DELIVERY} FROM delivery d
  WHERE d.webhook_id = $1::text AND (d.created_at, d.id) < ($2::bigint, $3::text)
  ORDER BY d.created_at DESC, d.id DESC LIMIT $4::integer`,
);

export const REPLAY = statement<[id: string, at: number]>(
  'replay a delivery',
  "UPDATE delivery SET state = 'pending', attempts = 0, next_at = $2::bigint WHERE id = $1::text",
);

/** The endpoints that may have due deliveries. */
export const LIVE_WEBHOOKS = statement<[], WebhookRow>(
  'webhooks with pending deliveries',
  `SELECT ${WEBHOOK} FROM webhook w WHERE w.is_enabled AND ${IS_LIVE}
    AND EXISTS (SELECT 1 FROM delivery d WHERE d.webhook_id = w.id AND d.state = 'pending')
  ORDER BY w.id`,
);

/** The first few due deliveries of each of these endpoints. */
export const DUE = statement<[webhookIds: readonly string[], at: number, limit: number], Delivery>(
  'due deliveries',
  `SELECT ${DELIVERY} FROM unnest($1::text[]) AS w (id) CROSS JOIN LATERAL (
    SELECT * FROM delivery p WHERE p.webhook_id = w.id AND p.state = 'pending' AND p.next_at <= $2::bigint
    ORDER BY p.next_at, p.id LIMIT $3::integer) AS d
  ORDER BY d.next_at, d.id`,
);

export const SETTLE = statement<
  [
    id: string,
    attempts: number,
    state: string,
    status: number | null,
    error: string | null,
    at: number,
    nextAt: number | null,
  ],
  { id: string }
>(
  'store an attempt',
  `UPDATE delivery SET state = $3::text, attempts = attempts + 1, next_at = $7::bigint, last_status = $4::integer,
    last_error = $5::text, last_at = $6::bigint
  WHERE id = $1::text AND state = 'pending' AND attempts = $2::integer RETURNING id`,
);

export const NOTE_FAILING = statement<[id: string, failingSince: number | null]>(
  'note that a webhook fails',
  'UPDATE webhook SET failing_since = $2::bigint WHERE id = $1::text',
);

export const MARK = statement<[name: string], { value: string }>(
  'mark of events',
  'SELECT value FROM event_mark WHERE name = $1::text',
);

export const SET_MARK = statement<[name: string, value: string]>(
  'set a mark of events',
  `INSERT INTO event_mark (name, value) VALUES ($1::text, $2::text)
  ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value`,
);

export const SUBSCRIBERS = statement<[types: string], { accountId: string }>(
  'subscribers of events',
  `SELECT a.id AS "accountId" FROM account a
  WHERE a.suspended_at IS NULL AND a.removed_at IS NULL AND a.id IN
    (SELECT w.account_id FROM webhook w WHERE w.is_enabled AND w.event_types LIKE $1::text)
  ORDER BY a.id`,
);

export const REMOVE_OLD_DELIVERIES = statement<[before: number, most: number]>(
  'forget deliveries',
  `DELETE FROM delivery WHERE state <> 'pending' AND (created_at < $1::bigint OR id IN (SELECT k.id FROM (
    SELECT id, row_number() OVER (PARTITION BY webhook_id ORDER BY created_at DESC, id DESC) AS place
    FROM delivery WHERE state <> 'pending') AS k WHERE k.place > $2::integer))`,
);

export const HASTEN = statement<[now: number, setBackMs: number]>(
  'hasten deliveries after the clock was set back',
  `UPDATE delivery SET next_at = $1::bigint
  WHERE state = 'pending' AND next_at > $1::bigint AND (attempts = 0 OR last_at > $1::bigint + $2::bigint)`,
);

export const WEBHOOKS_OF_REMOVED = statement<[], { id: string }>(
  'webhooks of removed accounts',
  'SELECT w.id FROM webhook w JOIN account a ON a.id = w.account_id WHERE a.removed_at IS NOT NULL ORDER BY w.id',
);
