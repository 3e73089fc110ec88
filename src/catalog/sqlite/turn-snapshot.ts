// The read lock of a connection, taken once for all that a turn of the event loop reads: to take and to leave it asks the system twice,
// which costs more than a short statement does.
import type { Database, Statement } from 'better-sqlite3';
import type { Schedule } from '../../ops/schedule.ts';

/** What of a statement answers rows. */
export type Reading<Parameters extends unknown[], Row> = Pick<Statement<Parameters, Row>, 'get' | 'all'>;

/** Makes statements read in some way. */
export type ReadingOf = <Parameters extends unknown[], Row>(
  statement: Statement<Parameters, Row>,
) => Reading<Parameters, Row>;

/** Gives the statements of a connection that only reads a form in which all that is read until a turn is over is one state of the file. */
export class TurnSnapshot {
  readonly #begin: Statement<[]>;
  readonly #end: Statement<[]>;
  readonly #schedule: Schedule;
  #isOpen = false;

  constructor(database: Database, schedule: Schedule) {
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

  /** To be called before the connection is closed. */
  leave(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#end.run();
  }

  #enter(): void {
    if (this.#isOpen) return;
    this.#begin.run();
    this.#isOpen = true;
    this.#schedule.soon(() => this.leave());
  }
}
