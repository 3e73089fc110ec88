// What the one row of meta tells of the whole catalog, written at most once in a transaction: the two counters by which readers see that
// something changed, and how many records there are.
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

  /** To be called where something changes that search or answers show. */
  markVisible(): void {
    this.#visible = true;
  }

  /** To be called where the suppression list, or what it hides, changes. */
  markHidden(): void {
    this.#visible = true;
    this.#hidden = true;
  }

  /** To be called where records come, or go (`change` below zero): that shows, too. */
  noteRecords(kind: keyof RecordCounts, change: number): void {
    this.#added[kind] += change;
    this.markVisible();
  }

  /** As the transaction sees it; the own marks are not counted yet. */
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
