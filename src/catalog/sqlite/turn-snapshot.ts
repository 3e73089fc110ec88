// The read lock of a connection, taken once for all that a turn of the event loop reads: to take and to leave it asks the system twice,
// which costs more than a short statement does.
import type { Database, Statement } from 'better-sqlite3';
import type { Schedule } from '../../ops/schedule.ts';

export class TurnSnapshot {
  readonly #begin: Statement<[]>;
  readonly #end: Statement<[]>;
  readonly #schedule: Schedule;
  #isOpen = false;

  /** Of a connection that only reads. */
  constructor(database: Database, schedule: Schedule) {
    this.#begin = database.prepare('BEGIN');
    this.#end = database.prepare('COMMIT');
    this.#schedule = schedule;
  }

  /** To be called before each statement: what is read until the turn is over is one state of the file. */
  enter(): void {
    if (this.#isOpen) return;
    this.#begin.run();
    this.#isOpen = true;
    this.#schedule.soon(() => this.leave());
  }

  /** To be called before the connection is closed. */
  leave(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#end.run();
  }
}
