// Timers and elapsed time as a value that is passed in: the event loop, or a test double. The time of day, which can be
// set, is in clock.ts.

export interface Schedule {
  /** Runs work once, at the end of the current iteration of the event loop or shortly after. */
  soon(work: () => void): void;
  /** Runs work repeatedly until the returned function is called; does not keep the process alive. */
  every(intervalMs: number, work: () => void): () => void;
  /** Milliseconds since a fixed instant; not affected by setting the clock. */
  elapsedMs(): number;
}

export const eventLoop: Schedule = {
  soon: (work) => void setImmediate(work),
  every: (intervalMs, work) => {
    const timer = setInterval(work, intervalMs).unref();
    return () => clearInterval(timer);
  },
  elapsedMs: () => performance.now(),
};
