// Work that is costly for all: a little of it at a time, the rest in the order it came in, and no endless queue.

/** More waits than may: not one bit of this work was done. */
export class TurnsTakenError extends Error {
  override readonly name = 'TurnsTakenError';
}

export interface TurnLimits {
  readonly atOnce: number;
  /** Beside those under way. */
  readonly waiting: number;
}

export class Turns {
  readonly #limits: TurnLimits;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Does the work when its turn comes; rejects with a TurnsTakenError where too much waits. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The turn is handed on as it is.
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
