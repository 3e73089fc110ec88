// Opens catalog.db for import and for the commands of an operator.

import { SqlCatalogWriter } from '../repositories/catalog-writer.ts';
import { Repositories } from '../repositories/repositories.ts';
import type { CatalogWriter, MergeRules } from '../writer-port.ts';
import { SqliteStore } from './sqlite-store.ts';

export interface WriterOptions {
  /** Path of catalog.db, created if it is missing; its folder must exist. */
  readonly file: string;
  readonly merge: MergeRules;
  /** Whether commits survive a loss of power. Default: the last commits may be lost; an import then repeats them. */
  readonly isDurable?: boolean;
  /**
   * Number of rows whose look-ups are prefetched together. Default: 0, because a look-up in a local file takes
   * microseconds.
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
  return new SqlCatalogWriter(new Repositories(new SqliteStore(file, { isDurable }), { merge, rowsAhead }));
}
