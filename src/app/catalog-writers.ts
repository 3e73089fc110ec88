// Chooses the implementation of the catalog to write, with the rules by which rows become records.
import { openCatalogAdmin as openPostgresCatalogAdmin } from '../catalog/postgres/open-catalog-admin.ts';
import { openCatalogWriter as openPostgresCatalogWriter } from '../catalog/postgres/open-catalog-writer.ts';
import type { RecordAdmin } from '../catalog/review-port.ts';
import { openCatalogAdmin as openSqliteCatalogAdmin } from '../catalog/sqlite/open-catalog-admin.ts';
import { openCatalogWriter as openSqliteCatalogWriter } from '../catalog/sqlite/open-catalog-writer.ts';
import type { CatalogWriter } from '../catalog/writer-port.ts';
import { MERGE_RULES } from '../import/merge.ts';
import type { Fence } from '../ops/fence.ts';
import type { Config } from './config.ts';
import { catalogFile } from './data-folder.ts';
import { schemaAccess } from './database-schema.ts';

/** `isDurable`: see WriterOptions; `fence`: the lease of an import or of another long change. */
export function openCatalogWriter(
  config: Config,
  { isDurable = false, fence = null }: { readonly isDurable?: boolean; readonly fence?: Fence | null } = {},
): CatalogWriter & { close(): void } {
  const { database } = config;
  if (database !== null) return openPostgresCatalogWriter({ ...schemaAccess(database), merge: MERGE_RULES, fence });
  return openSqliteCatalogWriter({ file: catalogFile(config), merge: MERGE_RULES, isDurable });
}

export function openCatalogAdmin(config: Config, fence: Fence | null = null): RecordAdmin & { close(): void } {
  const { database } = config;
  if (database !== null) return openPostgresCatalogAdmin({ ...schemaAccess(database), merge: MERGE_RULES, fence });
  return openSqliteCatalogAdmin({ file: catalogFile(config), merge: MERGE_RULES });
}
