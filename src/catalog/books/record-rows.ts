// The source rows of found records: a record of one row is that row, the rows of others are stored.
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

  /** In import order. */
  of(found: Kind['found']): SourceRow<Kind['stored']>[] {
    return this.#rows.rowsOf(found.id, found.origin, this.#store.recordOf(found));
  }

  /** The same of several records, in a few steps where that is of use. */
  ofAll(ids: readonly number[]): SourceRow<Kind['stored']>[][] {
    const found = this.#store.byIds(ids) as readonly Kind['found'][];
    this.#store.prefetch(ids);
    this.#prefetch(found);
    return found.map((each) => this.of(each));
  }

  /** Reads what `keysOf` needs in one step, where that is of use. */
  prefetchKeys(found: readonly Kind['found'][]): void {
    if (this.#store.noteMovedRows !== null) this.#prefetch(found);
  }

  /** For noteMovedRows. The key of a single row is that of its record, by which it is found. */
  keysOf({ id, origin }: Kind['found']): readonly string[] {
    return this.#store.noteMovedRows === null || origin !== null ? [] : this.#rows.keysOf(id);
  }

  #prefetch(found: readonly Kind['found'][]): void {
    this.#rows.prefetch(found.flatMap(({ id, origin }) => (origin === null ? [id] : [])));
  }
}
