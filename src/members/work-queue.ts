// A bounded queue for expensive work: limited concurrency, first in, first out.

/** The queue is full: none of this work was done. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

export interface QueueLimits {
  readonly atOnce: number;
  /** Number of waiters, in addition to the running work. */
  readonly waiting: number;
}

export class WorkQueue {
  readonly #limits: QueueLimits;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Runs the work when a slot is free; rejects with a QueueFullError if the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#acquireSlot();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The slot passes directly to the next waiter.
      if (next) next();
      else this.#running -= 1;
    }
  }

  async #acquireSlot(): Promise<void> {
    if (this.#running < this.#limits.atOnce) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= this.#limits.waiting) throw new QueueFullError('the queue of expensive work is full');
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
