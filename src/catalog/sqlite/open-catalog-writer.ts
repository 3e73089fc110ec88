// Opens catalog.db for import and for the commands of an operator.
import { Books } from '../books/books.ts';
import { BookedWriter } from '../books/catalog-writer.ts';
import type { CatalogWriter, MergeRules } from '../writer-port.ts';
import { SqliteStore } from './sqlite-store.ts';

export interface WriterOptions {
  /** Path of catalog.db, created if it is missing; its folder must exist. */
  readonly file: string;
  readonly merge: MergeRules;
  /**
   * Commits survive a loss of power. Default: one may lose the last of them, which an import then repeats.
   */
  readonly isDurable?: boolean;
  /**
   * Number of rows whose look-ups are prefetched together; 0 by default, as the look-ups of a local file cost
   * microseconds each.
   */
  readonly rowsAhead?: number;
}

/** Throws if this version cannot use the file. */
export function openCatalogWriter({
  file,
  merge,
  isDurable = false,
  rowsAhead = 0,
}: WriterOptions): CatalogWriter & { close(): void } {
  return new BookedWriter(new Books(new SqliteStore(file, { isDurable }), { merge, rowsAhead }));
}
