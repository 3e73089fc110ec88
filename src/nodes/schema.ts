// The table of the published edition in PostgreSQL, as forward migrations.
import type { Migration } from '../ops/postgres/migrate.ts';

export const NODES_MIGRATIONS: readonly Migration[] = [
  {
    name: 'published edition',
    statements: [
      // One row. `builder`: the process that may publish until `leased_until`. Versions rise with each change.
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
];
