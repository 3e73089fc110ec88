// What an operator took apart stays apart: rows that go to one record whatever they look like, and records that are never made one.
import type { Database, Statement } from 'better-sqlite3';

type Kind = 'company' | 'person';

export class Separations {
  readonly #kind: Kind;
  readonly #any: Statement<[Kind], number>;
  readonly #pin: Statement<[Kind, number, string], number>;
  readonly #addPin: Statement<[Kind, number, string, number]>;
  readonly #movePins: Statement<[number, Kind, number]>;
  readonly #dropPins: Statement<[Kind, number]>;
  readonly #isApart: Statement<[Kind, number, number], number>;
  readonly #addApart: Statement<[Kind, number, number]>;
  #hasPins = false;

  constructor(database: Database, kind: Kind) {
    this.#kind = kind;
    this.#any = database.prepare<[Kind], number>('SELECT 1 FROM pin WHERE kind = ? LIMIT 1').pluck();
    this.#pin = database
      .prepare<[Kind, number, string], number>(
        'SELECT record_id FROM pin WHERE kind = ? AND source_id = ? AND row_key = ?',
      )
      .pluck();
    this.#addPin = database.prepare('INSERT OR REPLACE INTO pin VALUES (?, ?, ?, ?)');
    this.#movePins = database.prepare('UPDATE pin SET record_id = ? WHERE kind = ? AND record_id = ?');
    this.#dropPins = database.prepare('DELETE FROM pin WHERE kind = ? AND record_id = ?');
    this.#isApart = database
      .prepare<[Kind, number, number], number>('SELECT 1 FROM apart WHERE kind = ? AND low_id = ? AND high_id = ?')
      .pluck();
    this.#addApart = database.prepare('INSERT OR IGNORE INTO apart VALUES (?, ?, ?)');
  }

  /** The first step of a transaction: most catalogs have no pins, and are not searched for any. */
  refresh(): void {
    this.#hasPins = this.#any.get(this.#kind) === 1;
  }

  /** The record that a row of a source belongs to, whatever it looks like; null where that is not settled. */
  recordOf(sourceId: number, rowKey: string): number | null {
    return this.#hasPins ? (this.#pin.get(this.#kind, sourceId, rowKey) ?? null) : null;
  }

  pin(sourceId: number, rowKey: string, recordId: number): void {
    this.#addPin.run(this.#kind, sourceId, rowKey, recordId);
    this.#hasPins = true;
  }

  /** Rows of a record that joins another go there. */
  move(from: number, to: number): void {
    if (this.#hasPins) this.#movePins.run(to, this.#kind, from);
  }

  drop(recordId: number): void {
    if (this.#hasPins) this.#dropPins.run(this.#kind, recordId);
  }

  areApart(a: number, b: number): boolean {
    return this.#hasPins && this.#isApart.get(this.#kind, Math.min(a, b), Math.max(a, b)) === 1;
  }

  keepApart(a: number, b: number): void {
    this.#addApart.run(this.#kind, Math.min(a, b), Math.max(a, b));
  }
}
