// The stores in the files of a data folder, for upgrades: the schema of each, and the migration to the newest.
import { existsSync } from 'node:fs';
import { catalogLacksColumns } from '../catalog/sqlite/open-database.ts';
import { readSchema, type SchemaState } from '../ops/sqlite/sqlite-file.ts';
import { openAccounts, openMembers } from './account-stores.ts';
import { openCatalogWriter } from './catalog-writers.ts';
import type { Config } from './config.ts';
import { type StoreSchema, storeSchemas } from './store-schemas.ts';

export interface StoreFile {
  readonly name: string;
  readonly file: string;
  schema(): SchemaState;
  /** Whether this version migrates it at the next opening for writing. */
  isOutdated(): boolean;
  /** Opens the store for writing, which migrates it. */
  migrate(): void | Promise<void>;
}

/** The stores that exist, in the order in which they are migrated. */
export function storeFiles(config: Config): StoreFile[] {
  const migrations: Readonly<Record<StoreSchema['name'], StoreFile['migrate']>> = {
    accounts: async () => (await openAccounts(config)).accounts.close(),
    members: async () => (await openMembers(config)).close(),
    catalog: () => openCatalogWriter(config).close(),
  };
  // A database has them instead: `cardfile database migrate` upgrades it.
  if (config.database !== null) return [];
  return storeSchemas(config)
    .filter(({ file }) => existsSync(file))
    .map(({ name, file, steps }) => {
      const schema = () => readSchema(file, steps);
      const isOutdated = () => {
        const { version, newest } = schema();
        return version < newest || (version === newest && name === 'catalog' && catalogLacksColumns(file));
      };
      return { name, file, migrate: migrations[name], schema, isOutdated };
    });
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
