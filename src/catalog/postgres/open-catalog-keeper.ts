// Opens a catalog in PostgreSQL for its maintenance.
import { SqlRecordKeeper } from '../repositories/catalog-keeper.ts';
import type { RecordKeeper } from '../review-port.ts';
import { openRepositories, type WriterOptions } from './open-catalog-writer.ts';

/** Throws an OperatorError if this version cannot use the database. */
export function openCatalogKeeper(options: WriterOptions): RecordKeeper & { close(): void } {
  return new SqlRecordKeeper(openRepositories(options));
}
