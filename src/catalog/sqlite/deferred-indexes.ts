// Indexes of people that a first import in exclusive mode omits and creates at its end: a random insert into an index
// costs a page. Meanwhile, people are found by slug (known-slugs.ts).
import type { Database, Statement } from 'better-sqlite3';
import type { DeferrableIndexes } from '../tables/deferrable-indexes.ts';
import { KnownSlugs } from './known-slugs.ts';

/** The definitions of the schema. */
const INDEXES: Readonly<Record<string, string>> = {
  person_by_slug: 'UNIQUE INDEX person_by_slug ON person (slug)',
  email_by_address: 'INDEX email_by_address ON email (email)',
  phone_by_number: 'INDEX phone_by_number ON phone (phone)',
  person_key_by_key: 'INDEX person_key_by_key ON person_key (key)',
  person_by_employed_key: 'INDEX person_by_employed_key ON person (employed_key) WHERE employed_key IS NOT NULL',
};

/**
 * SQLite sorts in runs of the size of its page cache. This size fits the processor cache; the sorted runs are merged
 * from a temporary file.
 */
const SORTED_KIB = 2048;

export class DeferredIndexes implements DeferrableIndexes {
  readonly slugs: KnownSlugs;
  readonly #database: Database;
  readonly #count: Statement<[], number>;
  readonly #anybody: Statement<[], number>;
  #areMissing = false;

  constructor(database: Database) {
    this.#database = database;
    this.slugs = new KnownSlugs(database);
    const names = Object.keys(INDEXES).map((name) => `'${name}'`);
    this.#count = database
      .prepare<[], number>(`SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND name IN (${names})`)
      .pluck();
    this.#anybody = database.prepare<[], number>('SELECT 1 FROM person LIMIT 1').pluck();
  }

  /** The first step of a transaction: other processes may have created the indexes. */
  refresh(): void {
    this.#areMissing = this.#count.get() !== Object.keys(INDEXES).length;
  }

  get areMissing(): boolean {
    return this.#areMissing;
  }

  /** Drops the indexes if there are no people yet. */
  deferIfEmpty(): void {
    if (this.#anybody.get() === 1) return;
    for (const name of Object.keys(INDEXES)) this.#database.exec(`DROP INDEX IF EXISTS ${name}`);
    this.#areMissing = true;
  }

  /** Creates the missing indexes; cheap if none is missing. */
  ensure(): void {
    if (!this.#areMissing) return;
    const cacheSize = Number(this.#database.pragma('cache_size', { simple: true }));
    try {
      this.#database.pragma(`cache_size = -${SORTED_KIB}`);
      for (const index of Object.values(INDEXES)) {
        this.#database.exec(`CREATE ${index.replace('INDEX', 'INDEX IF NOT EXISTS')}`);
      }
    } finally {
      this.#database.pragma(`cache_size = ${cacheSize}`);
    }
    this.#areMissing = false;
  }
}

/**
 * Ensures that any other connection finds all indexes, even during or after an interrupted import in exclusive mode.
 * Waits for the current batch.
 */
export function makeMissingIndexes(database: Database): void {
  const indexes = new DeferredIndexes(database);
  indexes.refresh();
  if (!indexes.areMissing) return;
  const make = database.transaction(() => {
    indexes.refresh();
    indexes.ensure();
  });
  make.immediate();
}
