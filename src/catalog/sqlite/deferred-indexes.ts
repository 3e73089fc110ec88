// Indexes of people that a large import into an empty catalog does without, and that are made at once at its end: an index that is
// filled row by row in no order costs a page for each row. Slugs stay indexed, as every row is looked up by one.
import type { Database, Statement } from 'better-sqlite3';

/** As the schema has them. */
const INDEXES: Readonly<Record<string, string>> = {
  email_by_address: 'email (email)',
  phone_by_number: 'phone (phone)',
  person_by_employed_key: 'person (employed_key) WHERE employed_key IS NOT NULL',
};

export class DeferredIndexes {
  readonly #database: Database;
  readonly #count: Statement<[], number>;
  readonly #anybody: Statement<[], number>;

  constructor(database: Database) {
    this.#database = database;
    const names = Object.keys(INDEXES).map((name) => `'${name}'`);
    this.#count = database
      .prepare<[], number>(`SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND name IN (${names})`)
      .pluck();
    this.#anybody = database.prepare<[], number>('SELECT 1 FROM person LIMIT 1').pluck();
  }

  /** Takes them away where there are no people yet. */
  deferIfEmpty(): void {
    if (this.#anybody.get() === 1) return;
    for (const name of Object.keys(INDEXES)) this.#database.exec(`DROP INDEX IF EXISTS ${name}`);
  }

  /** Makes those that are missing; cheap where none is. */
  ensure(): void {
    if (this.#count.get() === Object.keys(INDEXES).length) return;
    for (const [name, columns] of Object.entries(INDEXES)) {
      this.#database.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${columns}`);
    }
  }
}
