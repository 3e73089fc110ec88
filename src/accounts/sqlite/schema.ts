// The tables of accounts.db, as numbered steps that only ever go forward; PRAGMA user_version counts the steps taken.
// Times are milliseconds of the epoch, months text such as `2026-11`.
import type { SchemaStep } from '../../ops/sqlite-file.ts';

const FIRST = `
CREATE TABLE plan (
  name TEXT PRIMARY KEY,
  credits_per_month INTEGER CHECK (credits_per_month >= 0),
  requests_per_second INTEGER NOT NULL CHECK (requests_per_second BETWEEN 1 AND 10000)
) STRICT;

CREATE TABLE account (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  plan_name TEXT NOT NULL REFERENCES plan (name),
  created_at INTEGER NOT NULL
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

-- One row per account and month with a charge or a grant: a new month starts from nothing because it has no row.
CREATE TABLE balance (
  account_id TEXT NOT NULL REFERENCES account (id),
  month TEXT NOT NULL,
  used INTEGER NOT NULL DEFAULT 0 CHECK (used >= 0),
  granted INTEGER NOT NULL DEFAULT 0 CHECK (granted >= 0),
  PRIMARY KEY (account_id, month)
) STRICT, WITHOUT ROWID;

-- Every credit taken (kind charge, of a call) or added (kind grant, of the operator). Rows are never changed.
-- Of each account and month: sum of charges = balance.used, sum of grants = balance.granted.
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('charge', 'grant')),
  account_id TEXT NOT NULL REFERENCES account (id),
  month TEXT NOT NULL,
  credits INTEGER NOT NULL CHECK (credits > 0),
  at INTEGER NOT NULL,
  key_id TEXT REFERENCES api_key (id),
  request_id TEXT UNIQUE,
  path TEXT,
  status INTEGER,
  CHECK ((kind = 'charge') = (key_id IS NOT NULL AND request_id IS NOT NULL AND path IS NOT NULL AND status IS NOT NULL))
) STRICT;

CREATE TABLE usage (
  hour INTEGER NOT NULL,
  account_id TEXT NOT NULL REFERENCES account (id),
  key_id TEXT NOT NULL REFERENCES api_key (id),
  path TEXT NOT NULL,
  status INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  credits INTEGER NOT NULL,
  PRIMARY KEY (hour, account_id, key_id, path, status)
) STRICT, WITHOUT ROWID;

-- In flight until status and body are there. The token names one attempt: whoever takes over a lapsed one has another.
CREATE TABLE idempotent_request (
  account_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  token TEXT NOT NULL UNIQUE,
  body_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  leased_until INTEGER NOT NULL,
  status INTEGER,
  body TEXT,
  PRIMARY KEY (account_id, key_id, method, path, idempotency_key),
  CHECK ((status IS NULL) = (body IS NULL))
) STRICT;
CREATE INDEX idempotent_request_by_age ON idempotent_request (created_at);
`;

/** The steps from an empty file to the form that this code knows. */
export const ACCOUNTS_SCHEMA: readonly SchemaStep[] = [(database) => void database.exec(FIRST)];
