// Opens a catalog in PostgreSQL for its maintenance.
import { SqlRecordAdmin } from '../repositories/catalog-admin.ts';
import type { RecordAdmin } from '../review-port.ts';
import { openRepositories, type WriterOptions } from './open-catalog-writer.ts';

/** Throws an OperatorError if this version cannot use the database. */
export function openCatalogAdmin(options: WriterOptions): RecordAdmin & { close(): void } {
  return new SqlRecordAdmin(openRepositories(options));
}
