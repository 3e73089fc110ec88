// How long the parts of one call take that may take long.

/** Milliseconds; 0 where the call did not come to that part. */
export interface Spent {
  /** Until the body had come in. */
  readonly bodyMs: number;
  /** In the queue of the scheduler, while other calls used the thread. */
  readonly waitMs: number;
  readonly workMs: number;
  /** Until the charge was durable. */
  readonly chargeMs: number;
}

export class CallClock {
  readonly #spent = { bodyMs: 0, waitMs: 0, workMs: 0, chargeMs: 0 };
  #part: keyof Spent | null = null;
  #sinceMs = 0;

  /** From now on time counts for this part, or for none. */
  start(part: keyof Spent | null): void {
    const nowMs = performance.now();
    if (this.#part !== null) this.#spent[this.#part] += nowMs - this.#sinceMs;
    this.#part = part;
    this.#sinceMs = nowMs;
  }

  /** What was spent until now. */
  stop(): Spent {
    this.start(null);
    return this.#spent;
  }
}
