// Reads rows in step with the records that own them, both in the order of the owner.

/**
 * Rows that begin with the id of their owner, in ascending order of this id. `of` must be called with ascending ids.
 */
export class OwnedRows<Row extends readonly [ownerId: number, ...rest: unknown[]]> {
  readonly #rows: IterableIterator<Row>;
  #next: IteratorResult<Row>;

  constructor(rows: IterableIterator<Row>) {
    this.#rows = rows;
    this.#next = rows.next();
  }

  /** The rows of an owner. Skips rows of earlier ids, whose owners are hidden. */
  of(ownerId: number): Row[] {
    const own: Row[] = [];
    for (; !this.#next.done && this.#next.value[0] <= ownerId; this.#next = this.#rows.next()) {
      if (this.#next.value[0] === ownerId) own.push(this.#next.value);
    }
    return own;
  }

  close(): void {
    this.#rows.return?.();
  }
}
