// A lock between the threads that share a buffer, for sections of a few microseconds.

/** Cells of the buffer that a lock takes; zero at first. */
export const LOCK_CELLS = 2;
const HOLDER = 0;
const TICKETS = 1;
const FREE = 0;

const SPINS_BEFORE_SLEEP = 200;
const SLEEP_MS = 1;
/** A section that lasts this long has lost its thread: the worker was terminated inside it. */
const HOLDER_LOST_MS = 1000;

export class SpinLock {
  readonly #cells: Int32Array;

  /** Over the first `LOCK_CELLS` cells, which are in a SharedArrayBuffer. */
  constructor(cells: Int32Array) {
    this.#cells = cells;
  }

  /**
   * Runs the section exclusively. Its argument reports whether the lock was taken from a thread that died inside its
   * own section, in which case the guarded state may be half written.
   */
  run<T>(section: (previousDied: boolean) => T): T {
    // Tickets distinguish one long section from many short ones; none is 0.
    const ticket = (Atomics.add(this.#cells, TICKETS, 1) + 1) | 0 || 1;
    const previousDied = this.#acquire(ticket);
    try {
      return section(previousDied);
    } finally {
      Atomics.compareExchange(this.#cells, HOLDER, ticket, FREE);
    }
  }

  #acquire(ticket: number): boolean {
    let watched = FREE;
    let watchedSince = 0;
    for (let spins = 0; ; spins++) {
      const holder = Atomics.compareExchange(this.#cells, HOLDER, FREE, ticket);
      if (holder === FREE) return false;
      if (spins < SPINS_BEFORE_SLEEP) continue;
      if (holder !== watched) {
        watched = holder;
        watchedSince = performance.now();
      } else if (performance.now() - watchedSince > HOLDER_LOST_MS) {
        if (Atomics.compareExchange(this.#cells, HOLDER, holder, ticket) === holder) return true;
      }
      Atomics.wait(this.#cells, HOLDER, holder, SLEEP_MS);
    }
  }
}
