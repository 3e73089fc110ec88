// The statements of batches.
import { statement } from '../../ops/postgres/statement.ts';
import type { Batch } from '../batch-port.ts';

const COLUMNS = `b.id, b.account_id AS "accountId", b.key_id AS "keyId", b.operation, b.state, b.reason, b.rows, b.done,
  b.found, b.missed, b.invalid, b.credits_used AS "creditsUsed", b.max_credits AS "maxCredits",
  b.input_hash AS "inputHash", b.idempotency_key AS "idempotencyKey", b.options, b.input_bytes AS "inputBytes",
  b.result_bytes AS "resultBytes", b.busy_ms AS "busyMs", b.created_at AS "createdAt"`;

export const FIND = statement<[id: string], Batch>(
  'find a batch',
  `SELECT ${COLUMNS} FROM batch b WHERE b.id = $1::text`,
);

export const FIND_LOCKED = statement<[id: string], Batch>(
  'lock a batch',
  `SELECT ${COLUMNS} FROM batch b WHERE b.id = $1::text FOR UPDATE`,
);

export const OF_ACCOUNT = statement<[accountId: string], Batch>(
  'all batches of an account',
  `SELECT ${COLUMNS} FROM batch b WHERE b.account_id = $1::text ORDER BY b.created_at DESC, b.id DESC`,
);

export const RUNNABLE = statement<[], Batch>(
  'runnable batches',
  `SELECT ${COLUMNS} FROM batch b JOIN account a ON a.id = b.account_id
  WHERE b.state IN ('queued', 'running') AND a.suspended_at IS NULL AND a.removed_at IS NULL
  ORDER BY b.created_at, b.id`,
);

export const OUTDATED = statement<[createdBefore: number], { id: string }>(
  'outdated batches',
  `SELECT b.id FROM batch b JOIN account a ON a.id = b.account_id
  WHERE b.created_at < $1::bigint OR a.removed_at IS NOT NULL ORDER BY b.created_at, b.id`,
);

/** Held until the end of the transaction, so that an account creates or removes one batch at a time. */
export const LOCK_ACCOUNT = statement<[accountId: string]>(
  'lock the batches of an account',
  "SELECT pg_advisory_xact_lock(hashtextextended('cardfile batches ' || current_schema() || $1::text, 0))",
);

/** Batches of the account, with the values that decide whether another one may be created. */
export const OTHERS = statement<
  [accountId: string],
  { id: string; keyId: string; idempotencyKey: string | null; inputHash: string; state: string }
>(
  'batches of an account',
  `SELECT id, key_id AS "keyId", idempotency_key AS "idempotencyKey", input_hash AS "inputHash", state FROM batch
  WHERE account_id = $1::text ORDER BY id`,
);

export const CREATE = statement<
  [
    id: string,
    accountId: string,
    keyId: string,
    operation: string,
    rows: number,
    maxCredits: number | null,
    inputHash: string,
    idempotencyKey: string | null,
    options: string,
    now: number,
  ]
>(
  'create a batch',
  `INSERT INTO batch (id, account_id, key_id, operation, state, rows, max_credits, input_hash, idempotency_key, options,
    created_at)
  VALUES ($1::text, $2::text, $3::text, $4::text, 'queued', $5::integer, $6::bigint, $7::text, $8::text, $9::text,
    $10::bigint)`,
);

/**
 * A batch whose account is neither suspended nor removed. Separate from `STEP`, because a cluster rejects both in one
 * statement.
 */
export const FIND_LIVE = statement<[id: string], { id: string }>(
  'find a batch of a live account',
  `SELECT b.id FROM batch b JOIN account a ON a.id = b.account_id
  WHERE b.id = $1::text AND a.suspended_at IS NULL AND a.removed_at IS NULL`,
);

export const STEP = statement<
  [
    id: string,
    from: number,
    done: number,
    found: number,
    missed: number,
    invalid: number,
    credits: number,
    inputBytes: number,
    resultBytes: number,
    busyMs: number,
  ],
  { accountId: string; rows: number }
>(
  'enter a step',
  `UPDATE batch SET state = CASE WHEN $3::integer = rows THEN 'completed' ELSE 'running' END, reason = NULL,
    done = $3::integer, found = found + $4::integer, missed = missed + $5::integer, invalid = invalid + $6::integer,
    credits_used = credits_used + $7::bigint, input_bytes = $8::bigint, result_bytes = $9::bigint,
    busy_ms = busy_ms + $10::bigint
  WHERE id = $1::text AND done = $2::integer AND state IN ('queued', 'running')
    AND ($7::bigint = 0 OR max_credits IS NULL OR credits_used + $7::bigint <= max_credits)
  RETURNING account_id AS "accountId", rows`,
);

export const CHANGE = statement<[id: string, state: string, reason: string | null, maxCredits: number | null]>(
  'change a batch',
  'UPDATE batch SET state = $2::text, reason = $3::text, max_credits = $4::bigint WHERE id = $1::text',
);

export const REMOVE = statement<[id: string]>('remove a batch', 'DELETE FROM batch WHERE id = $1::text');
