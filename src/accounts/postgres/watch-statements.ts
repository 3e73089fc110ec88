// The statements of watches.
import { statement } from '../../ops/postgres/statement.ts';
import type { Watch, WatchChange, WatchMember } from '../watch-port.ts';

const WATCH = `w.id, w.account_id AS "accountId", w.key_id AS "keyId", w.kind, w.query, w.state, w.reason, w.generation,
  w.changes, w.credits_used AS "creditsUsed", w.created_at AS "createdAt"`;
const IS_LIVE = `EXISTS (SELECT 1 FROM account a WHERE a.id = account_id AND a.suspended_at IS NULL
  AND a.removed_at IS NULL)`;

export const FIND_WATCH = statement<[id: string], Watch>(
  'find a watch',
  `SELECT ${WATCH} FROM watch w WHERE w.id = $1::text`,
);

export const LOCK_WATCH = statement<[id: string], Watch>(
  'lock a watch',
  `SELECT ${WATCH} FROM watch w WHERE w.id = $1::text FOR UPDATE`,
);

export const WATCHES_OF = statement<[accountId: string], Watch>(
  'watches of an account',
  `SELECT ${WATCH} FROM watch w WHERE w.account_id = $1::text ORDER BY w.created_at, w.id`,
);

export const RUNNABLE_WATCHES = statement<[], Watch>(
  'runnable watches',
  `SELECT ${WATCH} FROM watch w WHERE w.state IN ('preparing', 'active') AND ${IS_LIVE} ORDER BY w.created_at, w.id`,
);

/** Held until the end of the transaction, so that an account creates one watch at a time. */
export const LOCK_WATCHES = statement<[accountId: string]>(
  'lock the watches of an account',
  "SELECT pg_advisory_xact_lock(hashtextextended('cardfile watches ' || current_schema() || $1::text, 0))",
);

export const CREATE_WATCH = statement<
  [id: string, accountId: string, keyId: string, kind: string, query: string, at: number]
>(
  'create a watch',
  `INSERT INTO watch (id, account_id, key_id, kind, query, state, created_at)
  VALUES ($1::text, $2::text, $3::text, $4::text, $5::text, 'preparing', $6::bigint)`,
);

export const REMOVE_WATCH = statement<[id: string]>('remove a watch', 'DELETE FROM watch WHERE id = $1::text');
export const REMOVE_MEMBERS = statement<[id: string]>(
  'remove the members of a watch',
  'DELETE FROM watch_member WHERE watch_id = $1::text',
);
export const REMOVE_CHANGES = statement<[id: string]>(
  'remove the changes of a watch',
  'DELETE FROM watch_change WHERE watch_id = $1::text',
);

export const COUNT_MEMBERS = statement<[id: string], { count: number }>(
  'count the members of a watch',
  'SELECT count(*) AS count FROM watch_member WHERE watch_id = $1::text',
);

export const MEMBERS_AMONG = statement<[id: string, records: readonly string[]], WatchMember>(
  'members of a watch',
  `SELECT record, state FROM watch_member WHERE watch_id = $1::text AND record = ANY ($2::text[]) ORDER BY record`,
);

export const LISTED_RECORDS = statement<[id: string], { record: string }>(
  'records of a watch',
  'SELECT record FROM watch_member WHERE watch_id = $1::text ORDER BY record',
);

export const UNREAD_MEMBERS = statement<[id: string, limit: number], WatchMember>(
  'unread members of a watch',
  `SELECT record, state FROM watch_member WHERE watch_id = $1::text AND state IS NULL ORDER BY record
  LIMIT $2::integer`,
);

export const PUT_MEMBERS = statement<[id: string, records: readonly string[], states: readonly (string | null)[]]>(
  'put members of a watch',
  `INSERT INTO watch_member (watch_id, record, state)
  SELECT $1::text, n.record, n.state FROM unnest($2::text[], $3::text[]) AS n (record, state) ORDER BY n.record
  ON CONFLICT (watch_id, record) DO UPDATE SET state = EXCLUDED.state`,
);

export const CHANGE_WATCH = statement<[id: string, state: string, reason: string | null, generation: number]>(
  'change a watch',
  'UPDATE watch SET state = $2::text, reason = $3::text, generation = $4::bigint WHERE id = $1::text',
);

export const NOTE_WATCHED = statement<[ids: readonly string[], generation: number]>(
  'note the generation of watches',
  'UPDATE watch SET generation = greatest(generation, $2::bigint) WHERE id = ANY ($1::text[])',
);

/**
 * A watch whose account is neither suspended nor removed. Separate from the step, because a cluster rejects both in one
 * statement.
 */
export const FIND_LIVE_WATCH = statement<[id: string], { id: string }>(
  'find a watch of a live account',
  `SELECT w.id FROM watch w WHERE w.id = $1::text AND ${IS_LIVE}`,
);

export const STEP_WATCH = statement<[id: string, from: number, count: number, credits: number], { id: string }>(
  'step of a watch',
  `UPDATE watch SET changes = changes + $3::integer, credits_used = credits_used + $4::bigint
  WHERE id = $1::text AND changes = $2::integer AND state = 'active' RETURNING id`,
);

export const ENTER_CHANGES = statement<
  [id: string, from: number, records: readonly string[], fields: readonly string[], at: number]
>(
  'enter changes of a watch',
  `INSERT INTO watch_change (watch_id, number, record, fields, at)
  SELECT $1::text, $2::integer + n.place, n.record, n.fields, $5::bigint
  FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS n (record, fields, place) ORDER BY n.place`,
);

export const WATCH_CHANGES = statement<
  [id: string, after: number, limit: number],
  Omit<WatchChange, 'fields'> & { readonly fields: string }
>(
  'changes of a watch',
  `SELECT number, record, fields, at FROM watch_change WHERE watch_id = $1::text AND number > $2::integer
  ORDER BY number LIMIT $3::integer`,
);

export const REMOVE_OLD_CHANGES = statement<[before: number]>(
  'forget changes of watches',
  'DELETE FROM watch_change WHERE at < $1::bigint',
);

export const WATCHES_OF_REMOVED = statement<[], { id: string }>(
  'watches of removed accounts',
  'SELECT w.id FROM watch w JOIN account a ON a.id = w.account_id WHERE a.removed_at IS NOT NULL ORDER BY w.id',
);
