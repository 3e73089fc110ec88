// Timers and elapsed time as a value that is passed in: those of the event loop, or of a test. The time of day,
// which can be set, is clock.ts.

export interface Schedule {
  /** Once, at the end of the current iteration of the event loop or shortly after. */
  soon(work: () => void): void;
  /** Repeatedly until the returned function is called; does not keep the process alive. */
  every(intervalMs: number, work: () => void): () => void;
  /** Milliseconds since a fixed instant; setting the clock does not change it. */
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
