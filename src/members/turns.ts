// A bounded queue for expensive work: limited concurrency, first in, first out.

/** The queue is full: none of this work was done. */
export class TurnsTakenError extends Error {
  override readonly name = 'TurnsTakenError';
}

export interface TurnLimits {
  readonly atOnce: number;
  /** Number of waiters, in addition to the running work. */
  readonly waiting: number;
}

export class Turns {
  readonly #limits: TurnLimits;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Runs the work when its turn comes; rejects with a TurnsTakenError if the queue is full. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The slot passes directly to the next waiter.
      if (next) next();
      else this.#running -= 1;
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < this.#limits.atOnce) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= this.#limits.waiting) throw new TurnsTakenError('too much waits for its turn already');
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
