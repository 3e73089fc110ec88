// The source rows of found records. A record with one row contains that row; the rows of other records are stored
// separately.
import type { KindTypes } from '../matching/decide-row.ts';
import type { SourceRow } from '../matching/source-row.ts';
import type { SourceRows } from '../tables/source-rows.ts';
import type { KindStore } from './kind-store.ts';

export class RecordRows<Kind extends KindTypes> {
  readonly #store: KindStore<Kind>;
  readonly #rows: SourceRows<Kind['stored']>;

  constructor(store: KindStore<Kind>, rows: SourceRows<Kind['stored']>) {
    this.#store = store;
    this.#rows = rows;
  }

  /** The rows of a record in import order. */
  of(found: Kind['found']): SourceRow<Kind['stored']>[] {
    return this.#rows.rowsOf(found.id, found.origin, this.#store.recordOf(found));
  }

  /** The rows of several records, in a few queries if the store has round trips. */
  ofAll(ids: readonly number[]): SourceRow<Kind['stored']>[][] {
    const found = this.#store.byIds(ids) as readonly Kind['found'][];
    this.#store.prefetch(ids);
    this.#prefetch(found);
    return found.map((each) => this.of(each));
  }

  /** Prefetches the reads of `keysOf` in one query. Does nothing if the store has no round trips. */
  prefetchKeys(found: readonly Kind['found'][]): void {
    if (this.#store.noteMovedRows !== null) this.#prefetch(found);
  }

  /** The row keys for noteMovedRows. The key of a single row is the key of its record, by which the record is found. */
  keysOf({ id, origin }: Kind['found']): readonly string[] {
    return this.#store.noteMovedRows === null || origin !== null ? [] : this.#rows.keysOf(id);
  }

  #prefetch(found: readonly Kind['found'][]): void {
    this.#rows.prefetch(found.flatMap(({ id, origin }) => (origin === null ? [id] : [])));
  }
}
