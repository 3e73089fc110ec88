// The employedKeys of people after the first, which is a column of person.
import type { Database, Statement } from 'better-sqlite3';
import type { PreparedPerson } from '../prepared-person.ts';

type Keys = Pick<PreparedPerson, 'employedKeys'>;

export class PersonKeys {
  readonly #of: Statement<[number], number>;
  readonly #add: Statement<[number, number]>;
  readonly #remove: Statement<[number]>;

  constructor(database: Database) {
    this.#of = database
      .prepare<[number], number>('SELECT key FROM person_key WHERE person_id = ? ORDER BY key')
      .pluck();
    this.#add = database.prepare('INSERT INTO person_key VALUES (?, ?)');
    this.#remove = database.prepare('DELETE FROM person_key WHERE person_id = ?');
  }

  add(id: number, { employedKeys }: Keys): void {
    for (let index = 1; index < employedKeys.length; index += 1) this.#add.run(id, employedKeys[index] as number);
  }

  /** Writes only if they differ. */
  replace(id: number, person: Keys): void {
    const others = person.employedKeys.slice(1).sort((a, b) => a - b);
    const stored = this.#of.all(id);
    if (stored.length === others.length && stored.every((key, index) => key === others[index])) return;
    this.#remove.run(id);
    this.add(id, person);
  }

  remove(id: number): void {
    this.#remove.run(id);
  }
}
