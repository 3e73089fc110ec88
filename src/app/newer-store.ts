// Detects that a newer version has migrated the data folder of a running server. Loads only the schemas.
import { ACCOUNTS_SCHEMA } from '../accounts/sqlite/schema.ts';
import { CATALOG_SCHEMA } from '../catalog/sqlite/schema.ts';
import { MEMBERS_SCHEMA } from '../members/sqlite/schema.ts';
import { newerTablesOf } from '../ops/sqlite/sqlite-file.ts';
import type { Config } from './config.ts';
import { accountsFile, catalogFile, membersFile } from './data-folder.ts';

/** The error if a newer version has migrated a store of the data folder, so that this version must not write to it. */
export function newerStore(config: Config): Error | null {
  return (
    newerTablesOf(accountsFile(config), ACCOUNTS_SCHEMA) ??
    newerTablesOf(membersFile(config), MEMBERS_SCHEMA) ??
    newerTablesOf(catalogFile(config), CATALOG_SCHEMA)
  );
}
