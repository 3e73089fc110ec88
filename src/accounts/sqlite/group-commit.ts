// Durable writes without one disk flush each: all writes asked for in one turn of the event loop commit as one transaction.
import type { Database } from 'better-sqlite3';
import { eventLoop, type Schedule } from '../../ops/schedule.ts';
import type { Commit } from '../port.ts';

interface Write {
  /** Runs the work inside the open transaction; the answer tells its caller once the transaction is on disk. */
  readonly attempt: () => () => void;
  readonly fail: (error: unknown) => void;
}

export class GroupCommit {
  readonly #savepoint: (work: () => () => void) => () => void;
  readonly #commit: (writes: readonly Write[]) => (() => void)[];
  readonly #schedule: Schedule;
  readonly #observe: (commit: Commit) => void;
  #waiting: Write[] = [];

  /** `observe` is told of each transaction once it has ended. */
  constructor(database: Database, schedule: Schedule = eventLoop, observe: (commit: Commit) => void = () => {}) {
    this.#schedule = schedule;
    this.#observe = observe;
    const savepoint = database.transaction((work: () => () => void) => work());
    this.#savepoint = savepoint;
    const commit = database.transaction((writes: readonly Write[]) =>
      writes.map((write) => {
        try {
          return this.#savepoint(write.attempt);
        } catch (error) {
          if (!database.inTransaction) throw error;
          return () => write.fail(error);
        }
      }),
    );
    this.#commit = (writes) => commit.immediate(writes);
  }

  /**
   * Resolves with the work's answer once it is durable. The work is synchronous and runs under the write lock, in the order of
   * the calls. Work that throws is undone alone and rejects; a transaction that fails is undone and rejects all of its works.
   */
  run<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        attempt: () => {
          const answer = work();
          return () => resolve(answer);
        },
        fail: reject,
      });
      if (this.#waiting.length === 1) this.#schedule.soon(() => this.flush());
    });
  }

  /** Commits what waits now. */
  flush(): void {
    const writes = this.#waiting;
    if (writes.length === 0) return;
    this.#waiting = [];
    const startedMs = performance.now();
    let failed = false;
    let settlements: (() => void)[];
    try {
      settlements = this.#commit(writes);
    } catch (error) {
      failed = true;
      settlements = writes.map((write) => () => write.fail(error));
    }
    this.#observe({ writes: writes.length, seconds: (performance.now() - startedMs) / 1000, failed });
    for (const settle of settlements) settle();
  }
}
