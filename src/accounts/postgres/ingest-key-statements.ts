// The statements of ingest keys.
import { OF_CALLS, statement } from '../../ops/postgres/statement.ts';
import type { IngestKeyRow } from '../stored-rows.ts';

const COLUMNS = `k.id, k.name, k.masked, k.created_at AS "createdAt", k.expires_at AS "expiresAt",
  k.revoked_at AS "revokedAt", u.last_used_at AS "lastUsedAt"`;

export const ADD_INGEST_KEY = statement<
  [id: string, hash: string, place: number, name: string, masked: string, createdAt: number, expiresAt: number | null]
>(
  'add an ingest key',
  `INSERT INTO ingest_key (id, hash, place, name, masked, created_at, expires_at)
  VALUES ($1::text, $2::text, $3::bigint, $4::text, $5::text, $6::bigint, $7::bigint)`,
);

export const FIND_INGEST_KEY = statement<[id: string], IngestKeyRow>(
  'find an ingest key',
  `WITH uses AS MATERIALIZED (
    SELECT key_id, last_used_at FROM key_use WHERE key_id = $1::text
  )
  SELECT ${COLUMNS} FROM ingest_key k LEFT JOIN uses u ON u.key_id = k.id WHERE k.id = $1::text`,
);

export const INGEST_KEYS = statement<[], IngestKeyRow>(
  'ingest keys',
  `WITH uses AS MATERIALIZED (
    SELECT key_id, last_used_at FROM key_use
  )
  SELECT ${COLUMNS} FROM ingest_key k LEFT JOIN uses u ON u.key_id = k.id ORDER BY k.created_at, k.place`,
);

export const REVOKE_INGEST_KEY = statement<[id: string, now: number]>(
  'revoke an ingest key',
  'UPDATE ingest_key SET revoked_at = coalesce(revoked_at, $2::bigint) WHERE id = $1::text',
);

export const INGEST_CALLER = statement<[hash: string, now: number], { keyId: string }>(
  'ingest key of a hash',
  `SELECT id AS "keyId" FROM ingest_key
  WHERE hash = $1::text AND revoked_at IS NULL AND coalesce(expires_at > $2::bigint, true)`,
  OF_CALLS,
);
