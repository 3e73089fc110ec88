// Opens a catalog in PostgreSQL for its maintenance.
import { BookedKeeper } from '../books/catalog-keeper.ts';
import type { RecordKeeper } from '../review-port.ts';
import { openBooks, type WriterOptions } from './open-catalog-writer.ts';

/** Throws an OperatorError if this version cannot use the database. */
export function openCatalogKeeper(options: WriterOptions): RecordKeeper & { close(): void } {
  return new BookedKeeper(openBooks(options));
}
