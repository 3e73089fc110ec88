// Holds the read lock of a connection for all reads in one iteration of the event loop: acquiring and releasing the
// lock costs two system calls, more than a short statement.
import type { Database, Statement } from 'better-sqlite3';
import type { Schedule } from '../../ops/scheduling/schedule.ts';

/** The reading methods of a statement. */
export type Reading<Parameters extends unknown[], Row> = Pick<Statement<Parameters, Row>, 'get' | 'all'>;

/** Prepares statements, with or without a shared snapshot. */
export type ReadingOf = <Parameters extends unknown[], Row>(
  statement: Statement<Parameters, Row>,
) => Reading<Parameters, Row>;

/**
 * Wraps the statements of a read-only connection: all reads until the end of an iteration of the event loop use one
 * snapshot.
 */
export class TurnSnapshot {
  readonly #database: Database;
  readonly #begin: Statement<[]>;
  readonly #end: Statement<[]>;
  readonly #schedule: Schedule;
  #isOpen = false;
  /** The number of snapshots so far. */
  #number = 0;

  constructor(database: Database, schedule: Schedule) {
    this.#database = database;
    this.#begin = database.prepare('BEGIN');
    this.#end = database.prepare('COMMIT');
    this.#schedule = schedule;
  }

  reading<Parameters extends unknown[], Row>(statement: Statement<Parameters, Row>): Reading<Parameters, Row> {
    return {
      get: (...parameters) => {
        this.#enter();
        return statement.get(...parameters);
      },
      all: (...parameters) => {
        this.#enter();
        return statement.all(...parameters);
      },
    };
  }

  /** A statement without parameters, executed at most once per snapshot. */
  once<Row>(statement: Statement<[], Row>): Pick<Reading<[], Row>, 'get'> {
    let row: Row | undefined;
    let readIn = 0;
    return {
      get: () => {
        this.#enter();
        if (readIn !== this.#number) row = statement.get();
        readIn = this.#number;
        return row;
      },
    };
  }

  /** Must be called before the connection is closed. */
  leave(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    try {
      this.#end.run();
    } catch (error) {
      // After a failed read, such as one of a damaged page, SQLite reports the error again here. The caller of the read
      // has it already, and no caller waits for this statement: the error would end the thread.
      if (this.#database.inTransaction) throw error;
    }
  }

  #enter(): void {
    if (this.#isOpen) return;
    this.#begin.run();
    this.#isOpen = true;
    this.#number += 1;
    this.#schedule.soon(() => this.leave());
  }
}
