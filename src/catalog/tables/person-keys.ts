// The employedKeys of people after the first, which is a column of person.
import type { PreparedPerson } from '../prepared-person.ts';
import type { KeyedRows, Sql, Write } from './sql.ts';

type Keys = Pick<PreparedPerson, 'employedKeys'>;

export class PersonKeys {
  readonly #of: KeyedRows<readonly [key: number]>;
  readonly #add: Write;
  readonly #remove: Write;

  constructor(sql: Sql) {
    this.#of = sql.keyed('SELECT key FROM person_key WHERE person_id = ? ORDER BY key', {
      table: 'person_key',
      column: 'person_id',
    });
    this.#add = sql.insert('person_key', ['person_id', 'key']);
    this.#remove = sql.remove('person_key', ['person_id']);
  }

  prefetch(ids: readonly number[]): void {
    this.#of.prefetch(ids);
  }

  add(id: number, { employedKeys }: Keys): void {
    for (let index = 1; index < employedKeys.length; index += 1) this.#add.run(id, employedKeys[index] as number);
  }

  /** Writes only if they differ. */
  replace(id: number, person: Keys): void {
    const others = person.employedKeys.slice(1).sort((a, b) => a - b);
    const stored = this.#of.of(id);
    if (stored.length === others.length && stored.every(([key], index) => key === others[index])) return;
    this.#remove.run(id);
    this.add(id, person);
  }

  remove(id: number): void {
    this.#remove.run(id);
  }
}
