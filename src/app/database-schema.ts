// The schema of the PostgreSQL database: the steps of all its stores. It loads no driver.
import { ACCOUNTS_MIGRATIONS } from '../accounts/postgres/schema.ts';
import { CATALOG_MIGRATIONS } from '../catalog/postgres/schema.ts';
import { MEMBERS_MIGRATIONS } from '../members/postgres/schema.ts';
import { NODES_MIGRATIONS } from '../nodes/schema.ts';
import type { Migration } from '../ops/postgres/migrate.ts';

/** All steps, in order; a released one is never changed. */
export const DATABASE_STEPS: readonly Migration[] = [
  ...ACCOUNTS_MIGRATIONS,
  ...MEMBERS_MIGRATIONS,
  ...NODES_MIGRATIONS,
  ...CATALOG_MIGRATIONS,
];

/** A database whose schema is checked at each new connection. */
export const schemaAccess = (url: string) => ({ url, steps: DATABASE_STEPS });
