// The one row of meta for the whole catalog, written at most once in a transaction: the two change counters for
// readers, and the numbers of records. With it goes the log of the changed records.
import type { Database, Statement } from 'better-sqlite3';
import type { EmployerChange } from '../changes-port.ts';
import { ChangeLog, type LoggedKind } from './change-log.ts';

type RecordCounts = Record<'companies' | 'people' | 'openings', number>;

export class Generations {
  readonly #raise: Statement<[number, number, number, number], number>;
  readonly #read: Statement<[], number>;
  readonly #current: Statement<[], number>;
  readonly #isEmpty: Statement<[], number>;
  readonly #log: ChangeLog;
  #visible = false;
  #hidden = false;
  #added: RecordCounts = nothing();

  constructor(database: Database) {
    this.#raise = database
      .prepare<[number, number, number, number], number>(
        `UPDATE meta SET generation = generation + 1, hidden_generation = hidden_generation + ?,
         companies = companies + ?, people = people + ?, openings = openings + ? RETURNING generation`,
      )
      .pluck();
    this.#read = database.prepare<[], number>('SELECT hidden_generation FROM meta').pluck();
    this.#current = database.prepare<[], number>('SELECT generation FROM meta').pluck();
    this.#isEmpty = database
      .prepare<[], number>('SELECT companies = 0 AND people = 0 AND openings = 0 FROM meta')
      .pluck();
    this.#log = new ChangeLog(database);
  }

  /** Call it for each record whose document, body or contacts change: it is added, changed, removed, hidden or shown. */
  markRecord(kind: LoggedKind, id: number): void {
    this.#visible = true;
    this.#log.note(kind, id);
  }

  /** Call it for a change of a record that has no place in the log: an opening at an unknown company. */
  markVisible(): void {
    this.#visible = true;
  }

  /** Call it for each name of an employer whose visible company changes. */
  markEmployer(change: EmployerChange): void {
    if (change.from === change.to) return;
    this.#visible = true;
    this.#log.noteEmployer(change);
  }

  /** Call it for a change of the suppression list or of hidden records, which are marked too. */
  markHidden(): void {
    this.#visible = true;
    this.#hidden = true;
  }

  /** Call it when records are added or removed (`change` below zero): this is visible too. */
  noteRecords(kind: keyof RecordCounts, change: number): void {
    this.#added[kind] += change;
    this.#visible = true;
  }

  /** Logs the next transactions as changes of everything, without ids, or no longer so. */
  setCoarseLog(isCoarse: boolean): void {
    this.#log.isCoarse = isCoarse;
  }

  /** As committed. */
  current(): number {
    return this.#current.get() ?? 0;
  }

  /** Whether the catalog has no records. */
  isEmpty(): boolean {
    return this.#isEmpty.get() === 1;
  }

  /** As the transaction sees it, without its own marks. */
  hiddenGeneration(): number {
    return this.#read.get() ?? 0;
  }

  /** Writes the marks; the last step of a transaction, so that generations are committed in their order. */
  raise(): void {
    const { companies, people, openings } = this.#added;
    if (this.#visible) {
      const generation = this.#raise.get(this.#hidden ? 1 : 0, companies, people, openings);
      this.#log.write(generation as number);
    }
    this.forget();
  }

  forget(): void {
    this.#visible = false;
    this.#hidden = false;
    this.#added = nothing();
    this.#log.forget();
  }
}

function nothing(): RecordCounts {
  return { companies: 0, people: 0, openings: 0 };
}
