// The schema of accounts in PostgreSQL, as forward migrations. Times are milliseconds of the epoch, months are text
// such as `2026-11`. Sorted text has the collation "C", the order of SQLite. Tables of charges have `bucket` in every
// key, so that a cluster can distribute them: each account has one bucket.
import type { Migration } from '../../ops/postgres/migrate.ts';

const PLANS_AND_KEYS = [
  // Removed accounts and plans are kept, as the ledger refers to them.
  `CREATE TABLE plan (
    name text COLLATE "C" PRIMARY KEY,
    credits_per_month bigint CHECK (credits_per_month >= 0),
    requests_per_second integer NOT NULL CHECK (requests_per_second BETWEEN 1 AND 10000),
    removed_at bigint)`,
  `CREATE TABLE account (
    id text COLLATE "C" PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    plan_name text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    suspended_at bigint,
    removed_at bigint)`,
  `CREATE TABLE api_key (
    id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL UNIQUE,
    place bigint NOT NULL,
    name text NOT NULL,
    masked text NOT NULL,
    allowed_paths text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint,
    successor_id text)`,
  'CREATE INDEX api_key_by_account ON api_key (account_id)',
  // Keys with which the operator pushes records; they belong to no account.
  `CREATE TABLE ingest_key (
    id text COLLATE "C" PRIMARY KEY,
    hash text COLLATE "C" NOT NULL UNIQUE,
    place bigint NOT NULL,
    name text NOT NULL,
    masked text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint)`,
  // Counters by name: `keys` increases with each change of plans, accounts or keys, which nodes cache.
  'CREATE TABLE counter (name text COLLATE "C" PRIMARY KEY, value bigint NOT NULL)',
  "INSERT INTO counter (name, value) VALUES ('keys', 0), ('place', 0)",
  // Separate from api_key: it is written often, and keys are copied to every machine of a cluster.
  `CREATE TABLE key_use (
    bucket smallint NOT NULL,
    key_id text COLLATE "C" NOT NULL,
    last_used_at bigint NOT NULL,
    PRIMARY KEY (key_id, bucket))`,
];

const CHARGES = [
  // One row per account and month. The fill factor keeps updates on their page.
  `CREATE TABLE balance (
    bucket smallint NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    month text COLLATE "C" NOT NULL,
    used bigint NOT NULL DEFAULT 0 CHECK (used >= 0),
    granted bigint NOT NULL DEFAULT 0 CHECK (granted >= 0),
    PRIMARY KEY (account_id, month, bucket)
  ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`,
  // The kind of a call. Its id is a hash of the other values, not a sequence. Rows are never changed or removed.
  `CREATE TABLE call_kind (
    bucket smallint NOT NULL,
    id bigint NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    key_id text COLLATE "C" NOT NULL,
    path text COLLATE "C" NOT NULL,
    status smallint NOT NULL,
    PRIMARY KEY (id, bucket))`,
  // Every charge, by its request. A row of kind 0 is void: its request is never charged. A refunded charge belongs to a
  // call that was not answered.
  `CREATE TABLE charge (
    bucket smallint NOT NULL,
    request_id bytea NOT NULL,
    at bigint NOT NULL,
    kind_id bigint NOT NULL,
    credits integer NOT NULL CHECK (credits >= 0),
    refunded integer NOT NULL DEFAULT 0 CHECK (refunded IN (0, credits)),
    PRIMARY KEY (request_id, bucket))`,
  `CREATE TABLE credit_grant (
    bucket smallint NOT NULL,
    id uuid NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    credits bigint NOT NULL CHECK (credits > 0),
    at bigint NOT NULL,
    PRIMARY KEY (id, bucket))`,
  'CREATE INDEX credit_grant_by_account ON credit_grant (account_id)',
  `CREATE TABLE hourly_usage (
    bucket smallint NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    hour bigint NOT NULL,
    kind_id bigint NOT NULL,
    calls bigint NOT NULL,
    credits bigint NOT NULL,
    PRIMARY KEY (account_id, hour, kind_id, bucket))`,
  `CREATE VIEW ledger AS
    SELECT 'charge' AS kind, call_kind.account_id,
      to_char(to_timestamp(charge.at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM') AS month, charge.credits::bigint AS credits,
      charge.at, key_id, charge.request_id, path, status
    FROM charge JOIN call_kind ON call_kind.id = charge.kind_id AND call_kind.bucket = charge.bucket
    WHERE charge.kind_id <> 0 AND charge.refunded = 0
    UNION ALL
    SELECT 'grant', account_id, to_char(to_timestamp(at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM'), credits, at, NULL, NULL,
      NULL, NULL
    FROM credit_grant`,
];

const ANSWERS = [
  // As in SQLite, a request is in flight until its status is set. The token identifies one attempt; a new holder of a
  // lapsed request has another token. The answer of a charged request may be evicted.
  `CREATE TABLE idempotent_request (
    bucket smallint NOT NULL,
    identity bytea NOT NULL,
    token uuid NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    body_hash text NOT NULL,
    created_at bigint NOT NULL,
    leased_until bigint NOT NULL,
    status smallint,
    answer bytea,
    answer_bytes integer NOT NULL DEFAULT 0,
    credits integer NOT NULL DEFAULT 0 CHECK (credits >= 0),
    PRIMARY KEY (identity, bucket),
    UNIQUE (token, bucket))`,
  'ALTER TABLE idempotent_request ALTER COLUMN answer SET STORAGE EXTERNAL',
  'CREATE INDEX idempotent_request_by_age ON idempotent_request (created_at)',
  `CREATE INDEX idempotent_request_with_answer ON idempotent_request (account_id, created_at) INCLUDE (answer_bytes)
    WHERE answer_bytes > 0`,
];

const BATCHES = [
  `CREATE TABLE batch (
    id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    key_id text COLLATE "C" NOT NULL,
    operation text NOT NULL,
    state text COLLATE "C" NOT NULL,
    reason text,
    rows integer NOT NULL,
    done integer NOT NULL DEFAULT 0 CHECK (done BETWEEN 0 AND rows),
    found integer NOT NULL DEFAULT 0,
    missed integer NOT NULL DEFAULT 0,
    invalid integer NOT NULL DEFAULT 0 CHECK (found + missed + invalid = done),
    credits_used bigint NOT NULL DEFAULT 0,
    max_credits bigint CHECK (max_credits >= 0),
    input_hash text COLLATE "C" NOT NULL,
    idempotency_key text COLLATE "C",
    options text NOT NULL,
    input_bytes bigint NOT NULL DEFAULT 0,
    result_bytes bigint NOT NULL DEFAULT 0,
    busy_ms bigint NOT NULL DEFAULT 0,
    created_at bigint NOT NULL,
    UNIQUE (key_id, idempotency_key))`,
  'CREATE INDEX batch_by_input ON batch (account_id, input_hash)',
  'CREATE INDEX batch_by_age ON batch (created_at)',
];

const WEBHOOKS = [
  // Webhook endpoints; endpoints of the operator have no account. event_types: JSON.
  `CREATE TABLE webhook (
    id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C",
    url text NOT NULL,
    event_types text NOT NULL,
    secret text NOT NULL,
    previous_secret text,
    previous_until bigint,
    is_enabled boolean NOT NULL,
    reason text,
    failing_since bigint,
    created_at bigint NOT NULL)`,
  'CREATE INDEX webhook_by_account ON webhook (account_id, created_at)',
  // The outbox, and the log of its deliveries: one row per event and endpoint.
  `CREATE TABLE delivery (
    id text COLLATE "C" PRIMARY KEY,
    webhook_id text COLLATE "C" NOT NULL,
    event_id text NOT NULL,
    event_type text NOT NULL,
    payload text NOT NULL,
    state text NOT NULL,
    attempts integer NOT NULL,
    next_at bigint CHECK ((next_at IS NOT NULL) = (state = 'pending')),
    last_status integer,
    last_error text,
    last_at bigint,
    created_at bigint NOT NULL)`,
  'CREATE INDEX delivery_by_webhook ON delivery (webhook_id, created_at, id)',
  "CREATE INDEX delivery_pending ON delivery (webhook_id, next_at) WHERE state = 'pending'",
  // The reported states of sources outside the database.
  'CREATE TABLE event_mark (name text COLLATE "C" PRIMARY KEY, value text NOT NULL)',
];

const WATCHES = [
  // Watches. The changes up to generation are reported. query: JSON, read by src/watches.
  `CREATE TABLE watch (
    id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    key_id text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    query text NOT NULL,
    state text COLLATE "C" NOT NULL,
    reason text,
    generation bigint NOT NULL DEFAULT 0,
    changes integer NOT NULL DEFAULT 0,
    credits_used bigint NOT NULL DEFAULT 0,
    created_at bigint NOT NULL)`,
  'CREATE INDEX watch_by_account ON watch (account_id, created_at)',
  // The records that a watch knows, by catalog ids; state: digests, no values.
  `CREATE TABLE watch_member (
    watch_id text COLLATE "C" NOT NULL,
    record text COLLATE "C" NOT NULL,
    state text,
    PRIMARY KEY (watch_id, record))`,
  // Reported changes, each charged with its step.
  `CREATE TABLE watch_change (
    watch_id text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    record text NOT NULL,
    fields text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (watch_id, number))`,
];

export const ACCOUNTS_MIGRATIONS: readonly Migration[] = [
  { name: 'accounts', statements: [...PLANS_AND_KEYS, ...CHARGES, ...ANSWERS, ...BATCHES, ...WEBHOOKS, ...WATCHES] },
];
