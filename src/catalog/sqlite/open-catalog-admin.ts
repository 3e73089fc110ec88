// Opens catalog.db for its maintenance.

import { SqlRecordAdmin } from '../repositories/catalog-admin.ts';
import { Repositories } from '../repositories/repositories.ts';
import type { RecordAdmin } from '../review-port.ts';
import type { WriterOptions } from './open-catalog-writer.ts';
import { SqliteStore } from './sqlite-store.ts';

/** Throws if this version cannot use the file. */
export function openCatalogAdmin({
  file,
  merge,
  isDurable = false,
  rowsAhead = 0,
}: WriterOptions): RecordAdmin & { close(): void } {
  return new SqlRecordAdmin(new Repositories(new SqliteStore(file, { isDurable }), { merge, rowsAhead }));
}
