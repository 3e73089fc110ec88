// The tables of accounts.db in the form of the database, for moving a data folder into PostgreSQL.
import { createHash } from 'node:crypto';
import type Sqlite from 'better-sqlite3';
import type { MovedTable } from '../../ops/postgres/move-rows.ts';
import { bucketOf, kindIdOf, packedRequestId } from './bucket.ts';

/** Functions that the SELECTs below call. Numbers are BigInt, which SQLite stores as integers. */
export function addMovingFunctions(accounts: Sqlite.Database): void {
  const options = { deterministic: true };
  accounts.function('bucket_of', options, (id: unknown) => BigInt(bucketOf(String(id))));
  accounts.function('kind_id_of', options, (keyId: unknown, path: unknown, status: unknown) =>
    BigInt(kindIdOf(String(keyId), String(path), Number(status))),
  );
  accounts.function('packed_id', options, (id: unknown) => packedRequestId(String(id)));
  accounts.function('uuid_of', options, (text: unknown) => uuidOf(String(text)));
}

/** Deterministic, so that a repeated move enters nothing twice. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

const BUCKET = 'bucket_of(account_id) AS bucket';
const KIND_ID = 'kind_id_of(key_id, path, status) AS kind_id';

/** Tables that may be large. Nothing refers to their rows until the accounts are moved. */
export const LARGE_TABLES: readonly MovedTable[] = [
  {
    table: 'call_kind',
    key: ['id', 'bucket'],
    columns: { bucket: 'smallint', id: 'bigint', account_id: 'text', key_id: 'text', path: 'text', status: 'smallint' },
    rows: `SELECT ${BUCKET}, kind_id_of(key_id, path, status) AS id, account_id, key_id, path, status
      FROM call_kind JOIN api_key ON api_key.id = key_id`,
  },
  {
    table: 'charge',
    key: ['request_id', 'bucket'],
    columns: { bucket: 'smallint', request_id: 'bytea', at: 'bigint', kind_id: 'bigint', credits: 'integer' },
    rows: `SELECT ${BUCKET}, packed_id(request_id) AS request_id, at, ${KIND_ID}, credits FROM ledger WHERE kind = 'charge'`,
  },
  {
    table: 'credit_grant',
    key: ['id', 'bucket'],
    columns: { bucket: 'smallint', id: 'uuid', account_id: 'text', credits: 'bigint', at: 'bigint' },
    rows: `SELECT ${BUCKET}, uuid_of('grant ' || id || ' ' || account_id || ' ' || at) AS id,
      account_id, credits, at FROM credit_grant`,
  },
  {
    table: 'hourly_usage',
    columns: {
      ...{ bucket: 'smallint', account_id: 'text', hour: 'bigint', kind_id: 'bigint', calls: 'bigint' },
      credits: 'bigint',
    },
    rows: `SELECT ${BUCKET}, account_id, hour, ${KIND_ID}, calls, credits FROM usage`,
  },
  {
    table: 'balance',
    columns: { bucket: 'smallint', account_id: 'text', month: 'text', used: 'bigint', granted: 'bigint' },
    rows: `SELECT ${BUCKET}, account_id, month, used, granted FROM balance`,
  },
  {
    table: 'key_use',
    columns: { bucket: 'smallint', key_id: 'text', last_used_at: 'bigint' },
    rows: `SELECT bucket_of(id) AS bucket, id AS key_id, last_used_at FROM
      (SELECT id, last_used_at FROM api_key UNION ALL SELECT id, last_used_at FROM ingest_key)
      WHERE last_used_at IS NOT NULL`,
  },
  {
    // Unfinished requests belong to a server that has ended.
    table: 'idempotent_request',
    atOnce: 100,
    columns: {
      ...{ bucket: 'smallint', identity: 'bytea', token: 'uuid', account_id: 'text', body_hash: 'text' },
      ...{ created_at: 'bigint', leased_until: 'bigint', status: 'smallint', answer: 'bytea', answer_bytes: 'integer' },
      credits: 'integer',
    },
    rows: `SELECT ${BUCKET}, id AS identity, uuid_of(token) AS token, account_id, body_hash,
      created_at, leased_until, status, answer, coalesce(length(answer), 0) AS answer_bytes, credits
      FROM idempotent_request WHERE status IS NOT NULL`,
  },
  same('delivery', {
    ...{ id: 'text', webhook_id: 'text', event_id: 'text', event_type: 'text', payload: 'text', state: 'text' },
    ...{ attempts: 'integer', next_at: 'bigint', last_status: 'integer', last_error: 'text', last_at: 'bigint' },
    created_at: 'bigint',
  }),
  same('watch_member', { watch_id: 'text', record: 'text', state: 'text' }),
  same('watch_change', { watch_id: 'text', number: 'integer', record: 'text', fields: 'text', at: 'bigint' }),
];

/** The other tables, in one transaction; after it the database has accounts. */
export const ACCOUNT_TABLES: readonly MovedTable[] = [
  same('plan', { name: 'text', credits_per_month: 'bigint', requests_per_second: 'integer', removed_at: 'bigint' }),
  same('account', {
    ...{ id: 'text', name: 'text', plan_name: 'text', created_at: 'bigint', suspended_at: 'bigint' },
    removed_at: 'bigint',
  }),
  placed('api_key', {
    ...{ id: 'text', account_id: 'text', hash: 'text', name: 'text', masked: 'text', allowed_paths: 'text' },
    ...{ created_at: 'bigint', expires_at: 'bigint', revoked_at: 'bigint', successor_id: 'text' },
  }),
  placed('ingest_key', {
    ...{ id: 'text', hash: 'text', name: 'text', masked: 'text', created_at: 'bigint', expires_at: 'bigint' },
    revoked_at: 'bigint',
  }),
  same('batch', {
    ...{ id: 'text', account_id: 'text', key_id: 'text', operation: 'text', state: 'text', reason: 'text' },
    ...{ rows: 'integer', done: 'integer', found: 'integer', missed: 'integer', invalid: 'integer' },
    ...{ credits_used: 'bigint', max_credits: 'bigint', input_hash: 'text', idempotency_key: 'text', options: 'text' },
    ...{ input_bytes: 'bigint', result_bytes: 'bigint', busy_ms: 'bigint', created_at: 'bigint' },
  }),
  same('webhook', {
    ...{ id: 'text', account_id: 'text', url: 'text', event_types: 'text', secret: 'text', previous_secret: 'text' },
    ...{ previous_until: 'bigint', is_enabled: 'boolean', reason: 'text', failing_since: 'bigint' },
    created_at: 'bigint',
  }),
  same('event_mark', { name: 'text', value: 'text' }),
  same('watch', {
    ...{ id: 'text', account_id: 'text', key_id: 'text', kind: 'text', query: 'text', state: 'text', reason: 'text' },
    ...{ generation: 'bigint', changes: 'integer', credits_used: 'bigint', created_at: 'bigint' },
  }),
];

function same(table: string, columns: MovedTable['columns']): MovedTable {
  return { table, columns, rows: `SELECT ${Object.keys(columns).join(', ')} FROM ${table}` };
}

/** Rows in the order of creation. */
function placed(table: string, columns: MovedTable['columns']): MovedTable {
  const rows = `SELECT ${Object.keys(columns).join(', ')}, row_number() OVER (ORDER BY rowid) AS place FROM ${table}`;
  return { table, columns: { ...columns, place: 'bigint' }, rows };
}
