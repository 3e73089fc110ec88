// When work that was put off runs, and how much time has gone by, as a value that is passed in: the event loop's, except where a test
// decides. What time and day it is, which may be set, is clock.ts.

export interface Schedule {
  /** Once, when the current turn of the event loop is over. */
  soon(work: () => void): void;
  /** Again and again until the returned function is called; never what keeps the process alive. */
  every(intervalMs: number, work: () => void): () => void;
  /** Milliseconds since some fixed instant; setting the clock does not change it. */
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
