// Rows that a transaction has prefetched by the value of one column. They are valid until a write concerns them.
import type { KeyColumn, KeyedRows, SqlValue } from '../tables/sql.ts';
import type { WriteText } from './write-statements.ts';

type Key = string | number;

/** Reads the rows of several keys. */
type ReadAll = (keys: readonly Key[]) => readonly (readonly (readonly unknown[])[])[];

class CachedRows<Row> implements KeyedRows<Row> {
  readonly #readAll: ReadAll;
  readonly #isOpen: () => boolean;
  /** The index of the table's id in a row; undefined if rows are not identified by it. */
  readonly #idAt: number | undefined;
  readonly #rows = new Map<Key, readonly Row[]>();
  readonly #keyOfId = new Map<unknown, Key>();

  constructor(readAll: ReadAll, isOpen: () => boolean, idAt?: number) {
    this.#readAll = readAll;
    this.#isOpen = isOpen;
    this.#idAt = idAt;
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  get knowsIds(): boolean {
    return this.#idAt !== undefined;
  }

  of(key: Key): readonly Row[] {
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const [rows = []] = this.#readAll([key]) as unknown as readonly (readonly Row[])[];
    if (this.#isOpen()) this.#keep(key, rows);
    return rows;
  }

  /** Outside of a transaction, rows are kept only until the next call. */
  prefetch(keys: readonly Key[]): readonly Row[] {
    if (!this.#isOpen()) this.clear();
    const unknown = [...new Set(keys)].filter((key) => !this.#rows.has(key));
    if (unknown.length === 0) return [];
    const found = this.#readAll(unknown) as unknown as readonly (readonly Row[])[];
    for (const [index, key] of unknown.entries()) this.#keep(key, found[index] ?? []);
    return found.flat();
  }

  clear(): void {
    this.#rows.clear();
    this.#keyOfId.clear();
  }

  evict(key: Key): void {
    this.#rows.delete(key);
  }

  /** Evicts the row with an id. */
  evictId(id: unknown): void {
    const key = this.#keyOfId.get(id);
    if (key !== undefined) this.#rows.delete(key);
  }

  #keep(key: Key, rows: readonly Row[]): void {
    this.#rows.set(key, rows);
    if (this.#idAt === undefined) return;
    for (const row of rows) this.#keyOfId.set((row as readonly unknown[])[this.#idAt], key);
  }
}

interface Registered {
  /** The column by which rows are found; null if any write to the table concerns all rows. */
  readonly column: string | null;
  readonly cached: Pick<CachedRows<unknown>, 'isEmpty' | 'knowsIds' | 'clear' | 'evict' | 'evictId'>;
}

export class KeyedCache {
  readonly #byTable = new Map<string, Registered[]>();
  #isOpen = false;

  /** Starts to keep rows, with an empty cache. */
  open(): void {
    this.clear();
    this.#isOpen = true;
  }

  /** Keeps no rows from then on. */
  close(): void {
    this.clear();
    this.#isOpen = false;
  }

  clear(): void {
    for (const all of this.#byTable.values()) for (const { cached } of all) cached.clear();
  }

  keyed<Row>({ table, column, joined, idAt }: KeyColumn, readAll: ReadAll): KeyedRows<Row> {
    const cached = new CachedRows<Row>(readAll, () => this.#isOpen, idAt);
    this.#register(table, { column, cached });
    if (joined !== undefined) this.#register(joined, { column: null, cached });
    return cached;
  }

  /** Evicts the rows that a write may concern. */
  note({ table, kind, columns, set }: WriteText, values: readonly SqlValue[]): void {
    const idIndex = columns.lastIndexOf('id');
    const isOfId = kind !== 'insert' && idIndex >= set;
    for (const { column, cached } of this.#byTable.get(table) ?? []) {
      if (cached.isEmpty) continue;
      // The write does not change the column by which rows are found.
      if (isOfId && cached.knowsIds && column !== null && !columns.includes(column)) {
        cached.evictId(values[idIndex]);
        continue;
      }
      const index = column === null ? -1 : columns.lastIndexOf(column);
      const isCondition = index >= set || kind === 'insert';
      // The write changes the value of the column, or finds rows by another column: it may concern any key.
      const isChanged = kind === 'update' && columns.indexOf(columns[index] ?? '') !== index;
      const isOther = index === -1 || !isCondition || isChanged;
      if (isOther) cached.clear();
      else cached.evict(values[index] as Key);
    }
  }

  #register(table: string, registered: Registered): void {
    const all = this.#byTable.get(table) ?? [];
    all.push(registered);
    this.#byTable.set(table, all);
  }
}
