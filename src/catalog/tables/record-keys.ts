// The keys under which records are found as candidates, except keys in columns of the records. For people: the
// personKeys after the first one (employed-key.ts). For companies: the furtherKeys (name-blocks.ts).
import type { KeyedRows, Sql, Write } from './sql.ts';

export class RecordKeys {
  readonly #of: KeyedRows<readonly [key: number]>;
  readonly #add: Write;
  readonly #remove: Write;

  constructor(sql: Sql, kind: 'company' | 'person') {
    const [table, column] = [`${kind}_key`, `${kind}_id`];
    this.#of = sql.keyed(`SELECT key FROM ${table} WHERE ${column} = ? ORDER BY key`, { table, column });
    this.#add = sql.insert(table, [column, 'key']);
    this.#remove = sql.remove(table, [column]);
  }

  prefetch(ids: readonly number[]): void {
    this.#of.prefetch(ids);
  }

  /** Stores the keys from index `from` on. */
  add(id: number, keys: readonly number[], from = 0): void {
    for (let index = from; index < keys.length; index += 1) this.#add.run(id, keys[index] as number);
  }

  /** Writes the keys only if they differ. */
  replace(id: number, keys: readonly number[]): void {
    const sorted = keys.toSorted((a, b) => a - b);
    const stored = this.#of.of(id);
    if (stored.length === sorted.length && stored.every(([key], index) => key === sorted[index])) return;
    this.#remove.run(id);
    this.add(id, keys);
  }

  remove(id: number): void {
    this.#remove.run(id);
  }
}
