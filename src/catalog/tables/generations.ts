// The one row of meta for the whole catalog, written at most once per transaction: two change counters for readers, and
// the numbers of records. The change log is written with it.
import type { EmployerChange } from '../changes-port.ts';
import { ChangeLog, type LoggedKind } from './change-log.ts';
import type { Select, Sql } from './sql.ts';

type RecordCounts = Record<'companies' | 'people' | 'openings', number>;

export class Generations {
  readonly #raise: Select<[number, number, number, number], number>;
  readonly #read: Select<[], number>;
  readonly #current: Select<[], number>;
  readonly #isEmpty: Select<[], number>;
  readonly #log: ChangeLog;
  #visible = false;
  #hidden = false;
  #added: RecordCounts = nothing();

  constructor(sql: Sql) {
    this.#raise = sql.values(
      `UPDATE meta SET generation = generation + 1, hidden_generation = hidden_generation + ?,
       companies = companies + ?, people = people + ?, openings = openings + ? WHERE id = 1 RETURNING generation`,
    );
    this.#read = sql.values('SELECT hidden_generation FROM meta WHERE id = 1 ORDER BY id');
    this.#current = sql.values('SELECT generation FROM meta WHERE id = 1 ORDER BY id');
    this.#isEmpty = sql.values('SELECT companies + people + openings = 0 FROM meta WHERE id = 1 ORDER BY id');
    this.#log = new ChangeLog(sql);
  }

  /**
   * Call it for each record that is added, changed, removed, hidden or shown, so that its document, body or contacts
   * change.
   */
  markRecord(kind: LoggedKind, id: number): void {
    this.#visible = true;
    this.#log.note(kind, id);
  }

  /** Call it for a change that the log cannot contain: an opening at an unknown company. */
  markVisible(): void {
    this.#visible = true;
  }

  /** Call it for each name of an employer whose visible company changes. */
  markEmployer(change: EmployerChange): void {
    if (change.from === change.to) return;
    this.#visible = true;
    this.#log.noteEmployer(change);
  }

  /** Call it for a change of the suppression list or of hidden records. Hidden records must be marked as well. */
  markHidden(): void {
    this.#visible = true;
    this.#hidden = true;
  }

  /** Call it when records are added (`change` above zero) or removed (below zero). This is also a visible change. */
  noteRecords(kind: keyof RecordCounts, change: number): void {
    this.#added[kind] += change;
    this.#visible = true;
  }

  /** Sets whether the next transactions are logged as changes of everything, without ids. */
  setCoarseLog(isCoarse: boolean): void {
    this.#log.isCoarse = isCoarse;
  }

  /** The committed generation. */
  current(): number {
    return this.#current.get() ?? 0;
  }

  /** Whether the catalog has no records. */
  isEmpty(): boolean {
    return this.#isEmpty.get() === 1;
  }

  /** The hidden generation in this transaction, without its own marks. */
  hiddenGeneration(): number {
    return this.#read.get() ?? 0;
  }

  /** Writes the marks. This is the last step of a transaction, so that generations are committed in order. */
  raise(): void {
    const { companies, people, openings } = this.#added;
    if (this.#visible) {
      const generation = this.#raise.get(this.#hidden ? 1 : 0, companies, people, openings);
      this.#log.write(generation as number);
    }
    this.clear();
  }

  clear(): void {
    this.#visible = false;
    this.#hidden = false;
    this.#added = nothing();
    this.#log.clear();
  }
}

function nothing(): RecordCounts {
  return { companies: 0, people: 0, openings: 0 };
}
