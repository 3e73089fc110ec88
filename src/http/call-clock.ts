// Measures the durations of the slow parts of one call.

/** Milliseconds; 0 for a part that the call did not reach. */
export interface CallDurations {
  /** Time to receive the body. */
  readonly bodyMs: number;
  /** Time in the queue of the scheduler, while other calls used the thread. */
  readonly waitMs: number;
  readonly workMs: number;
  /** Time until the charge was durable. */
  readonly chargeMs: number;
}

export class CallClock {
  readonly #durations = { bodyMs: 0, waitMs: 0, workMs: 0, chargeMs: 0 };
  #part: keyof CallDurations | null = null;
  #sinceMs = 0;

  /** Attributes the time from now on to this part, or to none. */
  start(part: keyof CallDurations | null): void {
    const nowMs = performance.now();
    if (this.#part !== null) this.#durations[this.#part] += nowMs - this.#sinceMs;
    this.#part = part;
    this.#sinceMs = nowMs;
  }

  /** The time spent so far. */
  stop(): CallDurations {
    this.start(null);
    return this.#durations;
  }
}
