// Opens catalog.db for its maintenance.

import { SqlRecordKeeper } from '../repositories/catalog-keeper.ts';
import { Repositories } from '../repositories/repositories.ts';
import type { RecordKeeper } from '../review-port.ts';
import type { WriterOptions } from './open-catalog-writer.ts';
import { SqliteStore } from './sqlite-store.ts';

/** Throws if this version cannot use the file. */
export function openCatalogKeeper({
  file,
  merge,
  isDurable = false,
  rowsAhead = 0,
}: WriterOptions): RecordKeeper & { close(): void } {
  return new SqlRecordKeeper(new Repositories(new SqliteStore(file, { isDurable }), { merge, rowsAhead }));
}
