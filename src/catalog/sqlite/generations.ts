// The two counters that tell readers whether something changed, raised at most once in a transaction.
import type { Database, Statement } from 'better-sqlite3';

export class Generations {
  readonly #raise: Statement<[number, number]>;
  readonly #read: Statement<[], number>;
  #visible = false;
  #hidden = false;

  constructor(database: Database) {
    this.#raise = database.prepare(
      'UPDATE meta SET generation = generation + ?, hidden_generation = hidden_generation + ?',
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

  /** As the transaction sees it; the own marks are not counted yet. */
  hiddenGeneration(): number {
    return this.#read.get() ?? 0;
  }

  /** Writes the marks; the last statement of a transaction. */
  raise(): void {
    if (this.#visible) this.#raise.run(1, this.#hidden ? 1 : 0);
    this.forget();
  }

  forget(): void {
    this.#visible = false;
    this.#hidden = false;
  }
}
