// The tables that several servers share besides those of the stores, as forward migrations.
import type { Migration } from '../ops/postgres/migrate.ts';

export const NODES_MIGRATIONS: readonly Migration[] = [
  {
    name: 'published edition',
    statements: [
      // One row. `builder`: the process that may publish until `leased_until`. Versions rise with each change.
      // `hidden_version` and `hidden` are unused: nodes read the hidden records themselves.
      `CREATE TABLE edition_head (
        id smallint PRIMARY KEY CHECK (id = 1),
        builder text COLLATE "C",
        leased_until bigint NOT NULL,
        version bigint NOT NULL,
        manifest text,
        hidden_version bigint NOT NULL,
        hidden text)`,
      'INSERT INTO edition_head (id, leased_until, version, hidden_version) VALUES (1, 0, 0, 0)',
    ],
  },
  {
    name: 'leases and files of several servers',
    statements: [
      // Orders to build an edition without what was erased, and those that are done.
      'ALTER TABLE edition_head ADD COLUMN erasing bigint NOT NULL DEFAULT 0',
      'ALTER TABLE edition_head ADD COLUMN erased bigint NOT NULL DEFAULT 0',
      // An edition of a lower hidden generation may hold records that were erased since.
      'ALTER TABLE edition_head ADD COLUMN erased_generation bigint NOT NULL DEFAULT 0',
      // `token` rises with each new holder. Times are those of the database.
      `CREATE TABLE lease (
        name text COLLATE "C" PRIMARY KEY,
        holder text COLLATE "C" NOT NULL,
        token bigint NOT NULL,
        held_until bigint NOT NULL)`,
      // The bytes of a file, in parts by their offsets, without gaps.
      `CREATE TABLE file_part (
        file text COLLATE "C" NOT NULL,
        position bigint NOT NULL,
        sha256 bytea NOT NULL,
        bytes bytea NOT NULL,
        written_at bigint NOT NULL,
        PRIMARY KEY (file, position))`,
      // `description`, `import`: JSON of uploads/upload-form.ts. The holder imports it until `held_until`.
      `CREATE TABLE upload (
        id text COLLATE "C" PRIMARY KEY,
        description text NOT NULL,
        received bigint NOT NULL,
        import text,
        import_state text COLLATE "C",
        attempts integer NOT NULL,
        holder text COLLATE "C",
        held_until bigint NOT NULL)`,
      // Lists of the dashboard that are not run yet; JSON of batches/drafts.ts.
      `CREATE TABLE draft (
        id text COLLATE "C" PRIMARY KEY,
        account_id text COLLATE "C" NOT NULL,
        created_at bigint NOT NULL,
        description text NOT NULL)`,
      'CREATE INDEX draft_by_account ON draft (account_id)',
      // The last calls of each key, of all servers; times are those of the server that answered.
      `CREATE TABLE logged_call (
        key_id text COLLATE "C" NOT NULL,
        account_id text COLLATE "C" NOT NULL,
        at bigint NOT NULL,
        request_id text COLLATE "C" NOT NULL,
        path text NOT NULL,
        status smallint NOT NULL,
        ms double precision NOT NULL,
        credits integer NOT NULL,
        PRIMARY KEY (key_id, at, request_id))`,
      'CREATE INDEX logged_call_by_account ON logged_call (account_id, at)',
      'CREATE INDEX logged_call_by_time ON logged_call (at)',
    ],
  },
];
