// Rows that a transaction has read ahead by the value of one column, until a write concerns them.
import type { KeyColumn, KeyedRows, SqlValue } from '../tables/sql.ts';
import type { WriteText } from './write-statements.ts';

type Key = string | number;

/** Reads the rows of each key. */
type ReadAll = (keys: readonly Key[]) => readonly (readonly (readonly unknown[])[])[];

class CachedRows<Row> implements KeyedRows<Row> {
  readonly #readAll: ReadAll;
  readonly #isOpen: () => boolean;
  readonly rows = new Map<Key, readonly Row[]>();

  constructor(readAll: ReadAll, isOpen: () => boolean) {
    this.#readAll = readAll;
    this.#isOpen = isOpen;
  }

  of(key: Key): readonly Row[] {
    const known = this.rows.get(key);
    if (known !== undefined) return known;
    const [rows = []] = this.#readAll([key]) as unknown as readonly (readonly Row[])[];
    if (this.#isOpen()) this.rows.set(key, rows);
    return rows;
  }

  /** Outside of a transaction rows are kept until the next call alone. */
  prefetch(keys: readonly Key[]): void {
    if (!this.#isOpen()) this.rows.clear();
    const unknown = [...new Set(keys)].filter((key) => !this.rows.has(key));
    if (unknown.length === 0) return;
    const found = this.#readAll(unknown) as unknown as readonly (readonly Row[])[];
    for (const [index, key] of unknown.entries()) this.rows.set(key, found[index] ?? []);
  }
}

export class KeyedCache {
  /** `column` null: any write of the table concerns all rows. */
  readonly #byTable = new Map<string, { readonly column: string | null; readonly rows: Map<Key, unknown> }[]>();
  #isOpen = false;

  /** Begins to keep rows, with none. */
  open(): void {
    this.clear();
    this.#isOpen = true;
  }

  /** Keeps no rows from now on. */
  close(): void {
    this.clear();
    this.#isOpen = false;
  }

  clear(): void {
    for (const all of this.#byTable.values()) for (const { rows } of all) rows.clear();
  }

  keyed<Row>({ table, column, joined }: KeyColumn, readAll: ReadAll): KeyedRows<Row> {
    const cached = new CachedRows<Row>(readAll, () => this.#isOpen);
    this.#register(table, column, cached.rows);
    if (joined !== undefined) this.#register(joined, null, cached.rows);
    return cached;
  }

  /** Forgets the rows that a write may concern. */
  note({ table, kind, columns, set }: WriteText, values: readonly SqlValue[]): void {
    for (const { column, rows } of this.#byTable.get(table) ?? []) {
      if (rows.size === 0) continue;
      const place = column === null ? -1 : columns.lastIndexOf(column);
      const isCondition = place >= set || kind === 'insert';
      // A changed value of the column, or rows that are found by another one: any key may be concerned.
      const isChanged = kind === 'update' && columns.indexOf(columns[place] ?? '') !== place;
      const isOther = place === -1 || !isCondition || isChanged;
      if (isOther) rows.clear();
      else rows.delete(values[place] as Key);
    }
  }

  #register(table: string, column: string | null, rows: Map<Key, unknown>): void {
    const all = this.#byTable.get(table) ?? [];
    all.push({ column, rows });
    this.#byTable.set(table, all);
  }
}
