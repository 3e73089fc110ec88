// The states of relations before a run changed them, so that an undo restores them: reviews, split constraints, and
// generated slugs (also those before a merge by hand, which a split undoes). All other parts of a record are computed
// from its source rows, which are stored with their runs.
import type { RecordKind } from '../admin-port.ts';
import { BY_HAND } from '../matching/undo-run.ts';
import type { Select, Sql, Write } from './sql.ts';

/**
 * `review`, `apart`: of a pair of records. `pin`: of a row of a source. `company slug`: of a company, by its id.
 * `person slug`: of a slug that a person has or had.
 */
type Subject = `${RecordKind} ${'review' | 'apart' | 'pin' | 'slug'}`;

type Key = readonly (string | number)[];

/** The state of a relation before a run; null if there was none. */
export interface StateBefore {
  readonly key: Key;
  readonly state: string | null;
}

export class UndoLog {
  readonly #add: Write;
  readonly #of: Select<[number, string], readonly [key: string, state: string | null]>;
  readonly #next: Select<[string, string, number], number>;
  readonly #replace: Write;
  readonly #remove: Write;
  readonly #discard: Write;
  readonly #forget: Write;
  #runId = 0;

  constructor(sql: Sql) {
    const row = ['run_id', 'subject', 'key'];
    this.#add = sql.insert('undo_log', [...row, 'state'], { key: row });
    this.#of = sql.rows('SELECT key, state FROM undo_log WHERE run_id = ? AND subject = ? ORDER BY key');
    this.#next = sql.values(
      'SELECT run_id FROM undo_log WHERE subject = ? AND key = ? AND run_id > ? ORDER BY run_id LIMIT 1',
    );
    this.#replace = sql.update('undo_log', ['state'], row);
    this.#remove = sql.remove('undo_log', ['run_id', 'subject']);
    this.#discard = sql.remove('undo_log', ['subject', 'key']);
    this.#forget = sql.remove('undo_log', row);
  }

  /** Sets the run whose changes are logged from then on; 0 for none: changes by operators are not undone. */
  begin(runId: number): void {
    this.#runId = runId;
  }

  /** Logs a state before its first change in a run. `stateOf` reads the state; null if there is none. */
  note(subject: Subject, key: Key, stateOf: () => string | null): void {
    if (this.#runId !== 0) this.#add.run(this.#runId, subject, JSON.stringify(key), stateOf());
  }

  /** Logs a state as `note` does. Also keeps the state before a merge by hand, because a split can undo that merge. */
  keep(subject: Subject, key: Key, state: string): void {
    if (this.#runId === 0) {
      this.#forget.run(BY_HAND, subject, JSON.stringify(key));
      this.#add.run(BY_HAND, subject, JSON.stringify(key), state);
    } else this.note(subject, key, () => state);
  }

  /** The states before a run, or before changes by operators (BY_HAND). */
  of(runId: number, subject: Subject): StateBefore[] {
    return this.#of.all(runId, subject).map(before);
  }

  /**
   * Returns and removes the states before a run. States that a later run changed again are left to the undo of the
   * later run.
   */
  take(runId: number, subject: Subject): StateBefore[] {
    const restored = this.#of.all(runId, subject).filter(([key, state]) => {
      const next = this.#next.get(subject, key, runId);
      if (next !== undefined) this.#replace.run(state, next, subject, key);
      return next === undefined;
    });
    this.#remove.run(runId, subject);
    return restored.map(before);
  }

  /** Removes the states of a relation that an operator has decided on, or that is erased. */
  discard(subject: Subject, key: Key): void {
    this.#discard.run(subject, JSON.stringify(key));
  }
}

function before([key, state]: readonly [string, string | null]): StateBefore {
  return { key: JSON.parse(key) as Key, state };
}
