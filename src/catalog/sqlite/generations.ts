// The one row of meta for the whole catalog, written at most once in a transaction: the two change counters for
// readers, and the numbers of records.
import type { Database, Statement } from 'better-sqlite3';

type RecordCounts = Record<'companies' | 'people' | 'openings', number>;

export class Generations {
  readonly #raise: Statement<[number, number, number, number, number]>;
  readonly #read: Statement<[], number>;
  #visible = false;
  #hidden = false;
  #added: RecordCounts = nothing();

  constructor(database: Database) {
    this.#raise = database.prepare(
      `UPDATE meta SET generation = generation + ?, hidden_generation = hidden_generation + ?,
       companies = companies + ?, people = people + ?, openings = openings + ?`,
    );
    this.#read = database.prepare<[], number>('SELECT hidden_generation FROM meta').pluck();
  }

  /** Call it for a change that search or answers show. */
  markVisible(): void {
    this.#visible = true;
  }

  /** Call it for a change of the suppression list or of hidden records. */
  markHidden(): void {
    this.#visible = true;
    this.#hidden = true;
  }

  /** Call it when records are added or removed (`change` below zero): this is visible too. */
  noteRecords(kind: keyof RecordCounts, change: number): void {
    this.#added[kind] += change;
    this.markVisible();
  }

  /** As the transaction sees it, without its own marks. */
  hiddenGeneration(): number {
    return this.#read.get() ?? 0;
  }

  /** Writes the marks; the last statement of a transaction. */
  raise(): void {
    const { companies, people, openings } = this.#added;
    if (this.#visible) this.#raise.run(1, this.#hidden ? 1 : 0, companies, people, openings);
    this.forget();
  }

  forget(): void {
    this.#visible = false;
    this.#hidden = false;
    this.#added = nothing();
  }
}

function nothing(): RecordCounts {
  return { companies: 0, people: 0, openings: 0 };
}
