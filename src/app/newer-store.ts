// Whether a newer version has migrated the data folder of a running server. It loads the schemas alone.
import { ACCOUNTS_SCHEMA } from '../accounts/sqlite/schema.ts';
import { CATALOG_SCHEMA } from '../catalog/sqlite/schema.ts';
import { MEMBERS_SCHEMA } from '../members/sqlite/schema.ts';
import { newerTablesOf } from '../ops/sqlite/sqlite-file.ts';
import type { Config } from './config.ts';
import { accountsFile, catalogFile, membersFile } from './data-folder.ts';

/** Why this version can no longer write a store of the data folder: a newer one has migrated it. Null if it can. */
export function newerStore(config: Config): Error | null {
  return (
    newerTablesOf(accountsFile(config), ACCOUNTS_SCHEMA) ??
    newerTablesOf(membersFile(config), MEMBERS_SCHEMA) ??
    newerTablesOf(catalogFile(config), CATALOG_SCHEMA)
  );
}
