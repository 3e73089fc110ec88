// The schema of members.db, as numbered forward migrations; PRAGMA user_version counts the applied steps.
// Times are milliseconds of the epoch. Tokens and recovery codes are stored as SHA-256, hex, passwords as
// Argon2id. A TOTP secret is stored as it is: codes are computed from it.
import type { SchemaStep } from '../../ops/sqlite/sqlite-file.ts';

const FIRST = `
CREATE TABLE member (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('billing', 'read_only', 'member', 'operator')),
  account_name TEXT,
  password_hash TEXT,
  subject TEXT UNIQUE,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER,
  -- One-time passwords: not asked for until the secret is confirmed. Codes up to this step are used up.
  totp_secret TEXT,
  totp_on_since INTEGER,
  totp_step INTEGER NOT NULL DEFAULT 0,
  CHECK (role = 'operator' OR account_name IS NOT NULL)
) STRICT;

CREATE TABLE session (
  token_hash TEXT PRIMARY KEY,
  member_id TEXT NOT NULL REFERENCES member (id) ON DELETE CASCADE,
  began_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  -- 1: the member has yet to enter a code.
  awaits_code INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX session_by_member ON session (member_id);

CREATE TABLE recovery_code (
  member_id TEXT NOT NULL REFERENCES member (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL,
  PRIMARY KEY (member_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Without an address: a set-up link. A row is removed once it is accepted or withdrawn.
CREATE TABLE invitation (
  id TEXT PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  email TEXT UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('billing', 'read_only', 'member', 'operator')),
  account_name TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  invited_by TEXT NOT NULL,
  CHECK (role = 'operator' OR account_name IS NOT NULL)
) STRICT;

CREATE TABLE sign_in_attempt (
  id INTEGER PRIMARY KEY,
  subject TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_in_attempt_by_subject ON sign_in_attempt (subject, at);
CREATE INDEX sign_in_attempt_by_age ON sign_in_attempt (at);

CREATE TABLE saved_search (
  id TEXT PRIMARY KEY,
  account_name TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('people', 'companies', 'jobs')),
  query TEXT NOT NULL,
  saved_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (account_name, name)
) STRICT;

CREATE TABLE record_list (
  id TEXT PRIMARY KEY,
  account_name TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('people', 'companies')),
  made_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  forgotten INTEGER NOT NULL DEFAULT 0,
  UNIQUE (account_name, name)
) STRICT;

-- place: the order of addition within the list.
CREATE TABLE listed_record (
  list_id TEXT NOT NULL REFERENCES record_list (id) ON DELETE CASCADE,
  slug TEXT NOT NULL,
  place INTEGER NOT NULL,
  row TEXT NOT NULL,
  PRIMARY KEY (list_id, slug)
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  address TEXT NOT NULL,
  result TEXT NOT NULL
) STRICT;
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit BEGIN
  SELECT raise(ABORT, 'the audit log is only added to');
END;
CREATE TRIGGER audit_is_not_removed BEFORE DELETE ON audit BEGIN
  SELECT raise(ABORT, 'the audit log is only added to');
END;
`;

/** The steps from an empty file to the current schema. */
export const MEMBERS_SCHEMA: readonly SchemaStep[] = [(database) => void database.exec(FIRST)];
