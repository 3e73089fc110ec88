// Opens a catalog in PostgreSQL for import and for the commands of an operator.
import type { Fence } from '../../ops/fence.ts';
import type { BlockingAccess } from '../../ops/postgres/blocking-connection.ts';
import { Books } from '../books/books.ts';
import { BookedWriter } from '../books/catalog-writer.ts';
import type { CatalogWriter, MergeRules } from '../writer-port.ts';
import { PostgresStore } from './postgres-store.ts';

/** Number of rows whose look-ups are made together: the rows of an import batch. */
const ROWS_AHEAD = 8000;

export interface WriterOptions extends BlockingAccess {
  readonly merge: MergeRules;
  /** See PostgresStore. */
  readonly fence?: Fence | null;
  /** Number of rows whose look-ups are made together; for tests. */
  readonly rowsAhead?: number;
}

/** Throws an OperatorError if this version cannot use the database. */
export function openCatalogWriter(options: WriterOptions): CatalogWriter & { close(): void } {
  return new BookedWriter(openBooks(options));
}

export function openBooks({ merge, fence = null, rowsAhead = ROWS_AHEAD, ...access }: WriterOptions): Books {
  return new Books(new PostgresStore(access, fence), { merge, rowsAhead });
}
