// The schemas of the stores in a data folder, without code that opens the stores.
import { ACCOUNTS_SCHEMA } from '../accounts/sqlite/schema.ts';
import { CATALOG_SCHEMA } from '../catalog/sqlite/schema.ts';
import { MEMBERS_SCHEMA } from '../members/sqlite/schema.ts';
import { newerTablesOf, type SchemaStep } from '../ops/sqlite/sqlite-file.ts';
import type { Config } from './config.ts';
import { accountsFile, catalogFile, membersFile } from './data-folder.ts';

export interface StoreSchema {
  readonly name: 'accounts' | 'members' | 'catalog';
  readonly file: string;
  readonly steps: readonly SchemaStep[];
}

/** The stores in the order in which they are migrated. */
export const storeSchemas = (config: Config): readonly StoreSchema[] => [
  { name: 'accounts', file: accountsFile(config), steps: ACCOUNTS_SCHEMA },
  { name: 'members', file: membersFile(config), steps: MEMBERS_SCHEMA },
  { name: 'catalog', file: catalogFile(config), steps: CATALOG_SCHEMA },
];

/** The error if a newer version has migrated a store of the data folder, so that this version must not write to it. */
export function newerStore(config: Config): Error | null {
  for (const { file, steps } of storeSchemas(config)) {
    const error = newerTablesOf(file, steps);
    if (error !== null) return error;
  }
  return null;
}
