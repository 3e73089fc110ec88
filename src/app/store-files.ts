// The stores in the files of a data folder, for upgrades: the schema of each, and the migration to the newest.
import { existsSync } from 'node:fs';
import { ACCOUNTS_SCHEMA } from '../accounts/sqlite/schema.ts';
import { CATALOG_SCHEMA } from '../catalog/sqlite/schema.ts';
import { MEMBERS_SCHEMA } from '../members/sqlite/schema.ts';
import { readSchema, type SchemaState } from '../ops/sqlite/sqlite-file.ts';
import { openAccounts, openMembers } from './account-stores.ts';
import { openCatalogWriter } from './catalog-writers.ts';
import type { Config } from './config.ts';
import { accountsFile, catalogFile, membersFile } from './data-folder.ts';

export interface StoreFile {
  readonly name: string;
  readonly file: string;
  schema(): SchemaState;
  /** Opens the store for writing, which migrates it. */
  migrate(): void | Promise<void>;
}

/** The stores that exist, in the order in which they are migrated. */
export function storeFiles(config: Config): StoreFile[] {
  const [accounts, members, catalog] = [accountsFile(config), membersFile(config), catalogFile(config)];
  const all: StoreFile[] = [
    {
      name: 'accounts',
      file: accounts,
      schema: () => readSchema(accounts, ACCOUNTS_SCHEMA),
      migrate: async () => (await openAccounts(config)).accounts.close(),
    },
    {
      name: 'members',
      file: members,
      schema: () => readSchema(members, MEMBERS_SCHEMA),
      migrate: async () => (await openMembers(config)).close(),
    },
    {
      name: 'catalog',
      file: catalog,
      schema: () => readSchema(catalog, CATALOG_SCHEMA),
      migrate: () => openCatalogWriter(config).close(),
    },
  ];
  // A database has them instead: `cardfile database migrate` upgrades it.
  return config.database === null ? all.filter((store) => existsSync(store.file)) : [];
}

interface Fault {
  readonly found: string;
  readonly remedy: string;
}

/** Why this version cannot use a store; null if it can. */
export function schemaFault({ version, newest, isReleased }: SchemaState): Fault | null {
  if (!isReleased) {
    const remedy = 'export the records with the Cardfile that made it, and import them into a new data folder';
    return { found: 'made by a Cardfile from before the first release', remedy };
  }
  if (version <= newest) return null;
  const found = `tables of version ${version}, written by a newer Cardfile; this one supports versions up to ${newest}`;
  return { found, remedy: 'install that version, or restore the backup made before its upgrade' };
}
