// The schema of accounts.db, as numbered forward migrations; PRAGMA user_version counts the applied steps.
// Times are milliseconds of the epoch, months text such as `2026-11`.
import type { SchemaStep } from '../../ops/sqlite/sqlite-file.ts';

/**
 * An SQL expression for the stored form of a request id: 16 bytes if it is a UUID of `newRequestId`, else its text.
 * SHOWN_ID is the inverse.
 */
export const packedId = (id: string) =>
  `CASE WHEN length(${id}) = 36 AND length(unhex(${id}, '-')) = 16 THEN unhex(${id}, '-') ELSE ${id} END`;

const SHOWN_ID = `CASE typeof(request_id) WHEN 'text' THEN request_id ELSE lower(format('%s-%s-%s-%s-%s',
  hex(substr(request_id, 1, 4)), hex(substr(request_id, 5, 2)), hex(substr(request_id, 7, 2)),
  hex(substr(request_id, 9, 2)), hex(substr(request_id, 11)))) END`;

const monthOfRow = "strftime('%Y-%m', at / 1000, 'unixepoch')";

const ACCOUNTS = `
-- Removed accounts and plans are kept, as the ledger refers to them.
CREATE TABLE plan (
  name TEXT PRIMARY KEY,
  credits_per_month INTEGER CHECK (credits_per_month >= 0),
  requests_per_second INTEGER NOT NULL CHECK (requests_per_second BETWEEN 1 AND 10000),
  removed_at INTEGER
) STRICT;

CREATE TABLE account (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  plan_name TEXT NOT NULL REFERENCES plan (name),
  created_at INTEGER NOT NULL,
  suspended_at INTEGER,
  removed_at INTEGER
) STRICT;

CREATE TABLE api_key (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id),
  hash TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  masked TEXT NOT NULL,
  allowed_paths TEXT NOT NULL CHECK (json_valid(allowed_paths)),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  last_used_at INTEGER,
  successor_id TEXT REFERENCES api_key (id)
) STRICT;
CREATE INDEX api_key_by_account ON api_key (account_id);

-- Keys with which the operator pushes records; they belong to no account.
CREATE TABLE ingest_key (
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  masked TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  last_used_at INTEGER
) STRICT;

-- One row per account and month with a charge or a grant: a new month has no row and starts at zero.
CREATE TABLE balance (
  account_id TEXT NOT NULL REFERENCES account (id),
  month TEXT NOT NULL,
  used INTEGER NOT NULL DEFAULT 0 CHECK (used >= 0),
  granted INTEGER NOT NULL DEFAULT 0 CHECK (granted >= 0),
  PRIMARY KEY (account_id, month)
) STRICT, WITHOUT ROWID;

-- A row to write for the check that the store is writable.
CREATE TABLE probe (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  at INTEGER NOT NULL
) STRICT;
`;

// A charge is a row of four values. The views `ledger` and `usage` show every credit and every call in full.
const CHARGES = `
-- The kind of a call: its key, its path and the status of its answer. Rows are never changed or removed.
CREATE TABLE call_kind (
  id INTEGER PRIMARY KEY,
  key_id TEXT NOT NULL REFERENCES api_key (id),
  path TEXT NOT NULL,
  status INTEGER NOT NULL,
  UNIQUE (key_id, path, status)
) STRICT;

-- Every charge, by its request; credits: the price of the call. Rows are never changed.
CREATE TABLE charge (
  request_id ANY PRIMARY KEY NOT NULL,
  at INTEGER NOT NULL,
  kind_id INTEGER NOT NULL REFERENCES call_kind (id),
  credits INTEGER NOT NULL CHECK (credits >= 0)
) STRICT, WITHOUT ROWID;

-- All credits that the operator added at one time. Rows are never changed.
CREATE TABLE credit_grant (
  id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id),
  credits INTEGER NOT NULL CHECK (credits > 0),
  at INTEGER NOT NULL
) STRICT;

CREATE TABLE hourly_usage (
  hour INTEGER NOT NULL,
  kind_id INTEGER NOT NULL REFERENCES call_kind (id),
  calls INTEGER NOT NULL,
  credits INTEGER NOT NULL,
  PRIMARY KEY (hour, kind_id)
) STRICT, WITHOUT ROWID;

-- Of each account and month: sum of charges = balance.used, sum of grants = balance.granted.
CREATE VIEW ledger AS
  SELECT 'charge' AS kind, account_id, ${monthOfRow} AS month, credits, at, key_id, ${SHOWN_ID} AS request_id,
    path, status
  FROM charge JOIN call_kind ON call_kind.id = kind_id JOIN api_key ON api_key.id = key_id
  UNION ALL SELECT 'grant', account_id, ${monthOfRow}, credits, at, NULL, NULL, NULL, NULL FROM credit_grant;

CREATE VIEW usage AS
  SELECT hour, account_id, key_id, path, status, calls, credits
  FROM hourly_usage JOIN call_kind ON call_kind.id = kind_id JOIN api_key ON api_key.id = key_id;
`;

// Answers are compressed and their volume is stored per account. Requests are stored by a digest, so the row of an
// evicted answer is small.
const ANSWERS = `
-- In flight until the status is set. The token identifies one attempt: a new holder of a lapsed one has another. The
-- answer of a charged one may be evicted to make room for later ones: a repetition is then executed again as far as its
-- credits reach, and never charged again.
CREATE TABLE idempotent_request (
  id BLOB PRIMARY KEY,
  account_id TEXT NOT NULL,
  token TEXT NOT NULL UNIQUE,
  body_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  leased_until INTEGER NOT NULL,
  status INTEGER,
  answer BLOB,
  credits INTEGER NOT NULL DEFAULT 0 CHECK (credits >= 0),
  CHECK (status IS NOT NULL OR answer IS NULL)
) STRICT;
CREATE INDEX idempotent_request_by_age ON idempotent_request (created_at);
CREATE INDEX idempotent_request_with_answer ON idempotent_request (account_id, created_at) WHERE answer IS NOT NULL;

-- Bytes of the answers of each account. Its triggers do without OR IGNORE: the firing statement overrides it.
CREATE TABLE answer_volume (
  account_id TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL CHECK (bytes >= 0)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER answer_is_kept AFTER INSERT ON idempotent_request WHEN new.answer IS NOT NULL BEGIN
  INSERT INTO answer_volume SELECT new.account_id, 0
    WHERE NOT EXISTS (SELECT 1 FROM answer_volume WHERE account_id = new.account_id);
  UPDATE answer_volume SET bytes = bytes + length(new.answer) WHERE account_id = new.account_id;
END;
CREATE TRIGGER answer_changes AFTER UPDATE OF answer ON idempotent_request WHEN new.answer IS NOT old.answer BEGIN
  INSERT INTO answer_volume SELECT new.account_id, 0
    WHERE NOT EXISTS (SELECT 1 FROM answer_volume WHERE account_id = new.account_id);
  UPDATE answer_volume SET bytes = bytes + coalesce(length(new.answer), 0) - coalesce(length(old.answer), 0)
    WHERE account_id = new.account_id;
END;
CREATE TRIGGER answer_goes AFTER DELETE ON idempotent_request WHEN old.answer IS NOT NULL BEGIN
  UPDATE answer_volume SET bytes = bytes - length(old.answer) WHERE account_id = old.account_id;
END;
`;

const BATCHES = `
-- Batches and their progress. The rows up to \`done\` are charged, and their results are the first bytes of a file.
CREATE TABLE batch (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id),
  key_id TEXT NOT NULL REFERENCES api_key (id),
  operation TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  rows INTEGER NOT NULL,
  done INTEGER NOT NULL DEFAULT 0 CHECK (done BETWEEN 0 AND rows),
  found INTEGER NOT NULL DEFAULT 0,
  missed INTEGER NOT NULL DEFAULT 0,
  invalid INTEGER NOT NULL DEFAULT 0 CHECK (found + missed + invalid = done),
  credits_used INTEGER NOT NULL DEFAULT 0,
  max_credits INTEGER CHECK (max_credits >= 0),
  input_hash TEXT NOT NULL,
  idempotency_key TEXT,
  options TEXT NOT NULL CHECK (json_valid(options)),
  input_bytes INTEGER NOT NULL DEFAULT 0,
  result_bytes INTEGER NOT NULL DEFAULT 0,
  busy_ms INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  UNIQUE (key_id, idempotency_key)
) STRICT;
CREATE INDEX batch_by_input ON batch (account_id, input_hash);
CREATE INDEX batch_by_age ON batch (created_at);
`;

const WEBHOOKS = `
-- Endpoints; those of the operator have no account. event_types: JSON.
CREATE TABLE webhook (
  id TEXT PRIMARY KEY,
  account_id TEXT REFERENCES account (id),
  url TEXT NOT NULL,
  event_types TEXT NOT NULL CHECK (json_valid(event_types)),
  secret TEXT NOT NULL,
  previous_secret TEXT,
  previous_until INTEGER,
  is_enabled INTEGER NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1)),
  reason TEXT,
  failing_since INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_by_account ON webhook (account_id, created_at);

-- The outbox, and the log of its deliveries: one row per event and endpoint.
CREATE TABLE delivery (
  id TEXT PRIMARY KEY,
  webhook_id TEXT NOT NULL REFERENCES webhook (id),
  event_id TEXT NOT NULL,
  event_type TEXT NOT NULL,
  payload TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts INTEGER NOT NULL,
  next_at INTEGER CHECK ((next_at IS NOT NULL) = (state = 'pending')),
  last_status INTEGER,
  last_error TEXT,
  last_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX delivery_by_webhook ON delivery (webhook_id, created_at, id);
CREATE INDEX delivery_pending ON delivery (webhook_id, next_at) WHERE state = 'pending';

-- The reported states of sources outside of this file.
CREATE TABLE event_mark (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

const WATCHES = `
-- Watches; the changes up to generation are reported. query: JSON, read by src/watches.
CREATE TABLE watch (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id),
  key_id TEXT NOT NULL REFERENCES api_key (id),
  kind TEXT NOT NULL,
  query TEXT NOT NULL CHECK (json_valid(query)),
  state TEXT NOT NULL,
  reason TEXT,
  generation INTEGER NOT NULL DEFAULT 0,
  changes INTEGER NOT NULL DEFAULT 0,
  credits_used INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX watch_by_account ON watch (account_id, created_at);

-- The records that a watch knows, by catalog ids; state: digests, no values.
CREATE TABLE watch_member (
  watch_id TEXT NOT NULL REFERENCES watch (id),
  record TEXT NOT NULL,
  state TEXT,
  PRIMARY KEY (watch_id, record)
) STRICT, WITHOUT ROWID;

-- Reported changes, each charged with its step.
CREATE TABLE watch_change (
  watch_id TEXT NOT NULL REFERENCES watch (id),
  number INTEGER NOT NULL,
  record TEXT NOT NULL,
  fields TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (watch_id, number)
) STRICT, WITHOUT ROWID;
`;

/** The steps from an empty file to the current schema. */
export const ACCOUNTS_SCHEMA: readonly SchemaStep[] = [
  (database) => void database.exec(ACCOUNTS + CHARGES + ANSWERS + BATCHES + WEBHOOKS + WATCHES),
];
