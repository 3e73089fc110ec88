// The schema of members in PostgreSQL, as forward migrations. Times are milliseconds of the epoch. Tokens and recovery
// codes are stored as SHA-256, hex, passwords as Argon2id, TOTP secrets as they are. `place` is the order of creation.
import type { Migration } from '../../ops/postgres/migrate.ts';

export const MEMBERS_MIGRATIONS: readonly Migration[] = [
  {
    name: 'members',
    statements: [
      `CREATE TABLE member (
        id text COLLATE "C" PRIMARY KEY,
        place bigint NOT NULL,
        email text COLLATE "C" NOT NULL UNIQUE,
        name text NOT NULL,
        role text NOT NULL CHECK (role IN ('billing', 'read_only', 'member', 'operator')),
        account_name text COLLATE "C",
        password_hash text,
        subject text COLLATE "C" UNIQUE,
        created_at bigint NOT NULL,
        last_seen_at bigint,
        totp_secret text,
        totp_on_since bigint,
        totp_step bigint NOT NULL DEFAULT 0,
        CHECK (role = 'operator' OR account_name IS NOT NULL))`,
      `CREATE TABLE session (
        token_hash text COLLATE "C" PRIMARY KEY,
        member_id text COLLATE "C" NOT NULL,
        began_at bigint NOT NULL,
        seen_at bigint NOT NULL,
        awaits_code smallint NOT NULL DEFAULT 0)`,
      'CREATE INDEX session_by_member ON session (member_id)',
      `CREATE TABLE recovery_code (
        member_id text COLLATE "C" NOT NULL,
        code_hash text COLLATE "C" NOT NULL,
        PRIMARY KEY (member_id, code_hash))`,
      // Without an address: a set-up link. A row is removed once it is accepted or withdrawn.
      `CREATE TABLE invitation (
        id text COLLATE "C" PRIMARY KEY,
        place bigint NOT NULL,
        token_hash text COLLATE "C" NOT NULL UNIQUE,
        email text COLLATE "C" UNIQUE,
        role text NOT NULL CHECK (role IN ('billing', 'read_only', 'member', 'operator')),
        account_name text COLLATE "C",
        created_at bigint NOT NULL,
        expires_at bigint NOT NULL,
        invited_by text NOT NULL,
        CHECK (role = 'operator' OR account_name IS NOT NULL))`,
      `CREATE TABLE sign_in_attempt (
        id bigint PRIMARY KEY,
        subject text COLLATE "C" NOT NULL,
        at bigint NOT NULL)`,
      'CREATE INDEX sign_in_attempt_by_subject ON sign_in_attempt (subject, at)',
      'CREATE INDEX sign_in_attempt_by_age ON sign_in_attempt (at)',
      `CREATE TABLE saved_search (
        id text COLLATE "C" PRIMARY KEY,
        account_name text COLLATE "C" NOT NULL,
        name text COLLATE "C" NOT NULL,
        kind text NOT NULL CHECK (kind IN ('people', 'companies', 'jobs')),
        query text NOT NULL,
        saved_by text NOT NULL,
        created_at bigint NOT NULL,
        UNIQUE (account_name, name))`,
      `CREATE TABLE record_list (
        id text COLLATE "C" PRIMARY KEY,
        account_name text COLLATE "C" NOT NULL,
        name text COLLATE "C" NOT NULL,
        kind text NOT NULL CHECK (kind IN ('people', 'companies')),
        made_by text NOT NULL,
        created_at bigint NOT NULL,
        changed_at bigint NOT NULL,
        forgotten bigint NOT NULL DEFAULT 0,
        UNIQUE (account_name, name))`,
      // place: the order of addition within the list.
      `CREATE TABLE listed_record (
        list_id text COLLATE "C" NOT NULL,
        slug text COLLATE "C" NOT NULL,
        place bigint NOT NULL,
        row text NOT NULL,
        PRIMARY KEY (list_id, slug))`,
      // Entries are only added: no statement of the program changes or removes one.
      `CREATE TABLE audit (
        id bigint PRIMARY KEY,
        at bigint NOT NULL,
        who text NOT NULL,
        action text NOT NULL,
        subject text NOT NULL,
        address text NOT NULL,
        result text NOT NULL)`,
      "INSERT INTO counter (name, value) VALUES ('member', 0), ('audit', 0)",
    ],
  },
];
