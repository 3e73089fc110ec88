// Opens a catalog in PostgreSQL for import and for the commands of an operator.
import type { Fence } from '../../ops/fence.ts';
import type { BlockingAccess } from '../../ops/postgres/blocking-connection.ts';
import { SqlCatalogWriter } from '../repositories/catalog-writer.ts';
import { Repositories } from '../repositories/repositories.ts';
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
  return new SqlCatalogWriter(openRepositories(options));
}

export function openRepositories({
  merge,
  fence = null,
  rowsAhead = ROWS_AHEAD,
  ...access
}: WriterOptions): Repositories {
  return new Repositories(new PostgresStore(access, fence), { merge, rowsAhead });
}
