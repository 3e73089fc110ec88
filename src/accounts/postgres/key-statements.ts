// The statements of keys, plans and accounts.
import { OF_CALLS, statement } from '../../ops/postgres/statement.ts';
import type { Plan } from '../port.ts';
import { type AccountRow, DASHBOARD, type KeyRow } from '../stored-rows.ts';

/** A key as checked at each request, with all values that can invalidate it. */
export interface StoredKey {
  readonly keyId: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly planName: string;
  readonly requestsPerSecond: number;
  readonly creditsPerMonth: number | null;
  readonly allowedPaths: string;
  readonly expiresAt: number | null;
  readonly isRevoked: boolean;
  readonly isSuspended: boolean;
  readonly isRemoved: boolean;
}

export const KEY_OF_HASH = statement<[hash: string], StoredKey>(
  'key of a hash',
  `SELECT k.id AS "keyId", k.account_id AS "accountId", a.name AS "accountName", a.plan_name AS "planName",
    p.requests_per_second AS "requestsPerSecond", p.credits_per_month AS "creditsPerMonth",
    k.allowed_paths AS "allowedPaths", k.expires_at AS "expiresAt", k.revoked_at IS NOT NULL AS "isRevoked",
    a.suspended_at IS NOT NULL AS "isSuspended", a.removed_at IS NOT NULL AS "isRemoved"
  FROM api_key k JOIN account a ON a.id = k.account_id JOIN plan p ON p.name = a.plan_name WHERE k.hash = $1::text`,
  OF_CALLS,
);

/** Increases with each change that affects a cached key. */
export const KEYS_VERSION = statement<[], { value: number }>(
  'version of the keys',
  "SELECT value FROM counter WHERE name = 'keys'",
  OF_CALLS,
);

/** The lock is held until the end of the transaction, so that changes of keys, plans and accounts are sequential. */
export const RAISE_KEYS = statement<[], { value: number }>(
  'raise the version of the keys',
  "UPDATE counter SET value = value + 1 WHERE name = 'keys' RETURNING value",
);

/** Orders keys that were created in the same millisecond. */
export const NEXT_PLACE = statement<[], { value: number }>(
  'next place',
  "UPDATE counter SET value = value + 1 WHERE name = 'place' RETURNING value",
);

export const SET_PLAN = statement<[name: string, creditsPerMonth: number | null, requestsPerSecond: number]>(
  'set a plan',
  `INSERT INTO plan (name, credits_per_month, requests_per_second) VALUES ($1::text, $2::bigint, $3::integer)
  ON CONFLICT (name) DO UPDATE SET credits_per_month = EXCLUDED.credits_per_month,
    requests_per_second = EXCLUDED.requests_per_second, removed_at = NULL`,
);

export const PLANS = statement<[], Plan>(
  'plans',
  `SELECT name, credits_per_month AS "creditsPerMonth", requests_per_second AS "requestsPerSecond"
  FROM plan WHERE removed_at IS NULL ORDER BY name`,
);

export const FOLLOW_PLAN = statement<[name: string, newName: string]>(
  'accounts follow a plan',
  'UPDATE account SET plan_name = $2::text WHERE plan_name = $1::text',
);

export const DELETE_PLAN = statement<[name: string]>('delete a plan', 'DELETE FROM plan WHERE name = $1::text');

export const HIDE_PLAN = statement<[name: string, at: number]>(
  'hide a plan',
  'UPDATE plan SET removed_at = $2::bigint WHERE name = $1::text',
);

/** One account by name, or all (null): existing ones, or removed ones. */
export const ACCOUNTS = statement<[month: string, name: string | null, isRemoved: boolean], AccountRow>(
  'accounts',
  `WITH funds AS MATERIALIZED (
    SELECT account_id, used, granted FROM balance WHERE month = $1::text
  )
  SELECT a.id, a.name, a.plan_name AS "planName", a.created_at AS "createdAt", p.credits_per_month AS allowance,
    coalesce(b.used, 0) AS used, coalesce(b.granted, 0) AS granted, a.suspended_at AS "suspendedAt",
    a.removed_at AS "removedAt"
  FROM account a JOIN plan p ON p.name = a.plan_name LEFT JOIN funds b ON b.account_id = a.id
  WHERE ($2::text IS NULL OR a.name = $2::text) AND (a.removed_at IS NOT NULL) = $3::boolean ORDER BY a.name`,
);

export const ADD_ACCOUNT = statement<[id: string, name: string, planName: string, createdAt: number]>(
  'add an account',
  'INSERT INTO account (id, name, plan_name, created_at) VALUES ($1::text, $2::text, $3::text, $4::bigint)',
);

export const RENAME_ACCOUNT = statement<[id: string, name: string]>(
  'rename an account',
  'UPDATE account SET name = $2::text WHERE id = $1::text',
);

export const MOVE_ACCOUNT = statement<[id: string, planName: string]>(
  'move an account',
  'UPDATE account SET plan_name = $2::text WHERE id = $1::text',
);

/** A suspended account keeps its first time of suspension. */
export const SUSPEND = statement<[id: string, at: number]>(
  'suspend an account',
  'UPDATE account SET suspended_at = coalesce(suspended_at, $2::bigint) WHERE id = $1::text',
);

export const RESUME = statement<[id: string]>(
  'resume an account',
  'UPDATE account SET suspended_at = NULL WHERE id = $1::text',
);

export const REMOVE_ACCOUNT = statement<[id: string, at: number, keptName: string]>(
  'remove an account',
  'UPDATE account SET removed_at = $2::bigint, name = $3::text WHERE id = $1::text',
);

export const GRANT = statement<[bucket: number, accountId: string, month: string, credits: number]>(
  'grant credits',
  `INSERT INTO balance AS b (bucket, account_id, month, granted) VALUES ($1::smallint, $2::text, $3::text, $4::bigint)
  ON CONFLICT (account_id, month, bucket) DO UPDATE SET granted = b.granted + EXCLUDED.granted`,
);

export const ENTER_GRANT = statement<[bucket: number, id: string, accountId: string, credits: number, at: number]>(
  'enter a grant',
  `INSERT INTO credit_grant (bucket, id, account_id, credits, at)
  VALUES ($1::smallint, $2::uuid, $3::text, $4::bigint, $5::bigint)`,
);

const KEY_COLUMNS = `k.id, k.account_id AS "accountId", a.name AS "accountName", k.name, k.masked,
  k.allowed_paths AS "allowedPaths", k.created_at AS "createdAt", k.expires_at AS "expiresAt",
  k.revoked_at AS "revokedAt", u.last_used_at AS "lastUsedAt", k.successor_id AS "successorId"`;

export const FIND_KEY = statement<[id: string], KeyRow>(
  'find a key',
  `WITH uses AS MATERIALIZED (
    SELECT key_id, last_used_at FROM key_use WHERE key_id = $1::text
  )
  SELECT ${KEY_COLUMNS} FROM api_key k JOIN account a ON a.id = k.account_id LEFT JOIN uses u ON u.key_id = k.id
  WHERE k.id = $1::text AND k.hash NOT LIKE '${DASHBOARD}%'`,
);

export const KEYS = statement<[accountId: string | null], KeyRow>(
  'keys',
  `WITH uses AS MATERIALIZED (
    SELECT key_id, last_used_at FROM key_use
  )
  SELECT ${KEY_COLUMNS} FROM api_key k JOIN account a ON a.id = k.account_id LEFT JOIN uses u ON u.key_id = k.id
  WHERE ($1::text IS NULL OR k.account_id = $1::text) AND k.hash NOT LIKE '${DASHBOARD}%'
  ORDER BY k.created_at, k.place`,
);

export const ADD_KEY = statement<
  [
    id: string,
    accountId: string,
    hash: string,
    place: number,
    name: string,
    masked: string,
    allowedPaths: string,
    createdAt: number,
    expiresAt: number | null,
  ]
>(
  'add a key',
  `INSERT INTO api_key (id, account_id, hash, place, name, masked, allowed_paths, created_at, expires_at)
  VALUES ($1::text, $2::text, $3::text, $4::bigint, $5::text, $6::text, $7::text, $8::bigint, $9::bigint)
  ON CONFLICT (id) DO NOTHING`,
);

export const REVOKE = statement<[id: string, now: number]>(
  'revoke a key',
  'UPDATE api_key SET revoked_at = coalesce(revoked_at, $2::bigint) WHERE id = $1::text',
);

export const REVOKE_ALL = statement<[accountId: string, now: number]>(
  'revoke the keys of an account',
  'UPDATE api_key SET revoked_at = coalesce(revoked_at, $2::bigint) WHERE account_id = $1::text',
);

export const END_KEY_AT = statement<[id: string, end: number]>(
  'end a key later',
  'UPDATE api_key SET expires_at = least(coalesce(expires_at, $2::bigint), $2::bigint) WHERE id = $1::text',
);

export const SUCCEED = statement<[id: string, successorId: string]>(
  'note the successor of a key',
  'UPDATE api_key SET successor_id = $2::text WHERE id = $1::text',
);
