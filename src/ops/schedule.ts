// When work that was put off runs, as a value that is passed in: the event loop decides, except where a test does.

export interface Schedule {
  /** Once, when the current turn of the event loop is over. */
  soon(work: () => void): void;
  /** Again and again until the returned function is called; never what keeps the process alive. */
  every(intervalMs: number, work: () => void): () => void;
}

export const eventLoop: Schedule = {
  soon: (work) => void setImmediate(work),
  every: (intervalMs, work) => {
    const timer = setInterval(work, intervalMs).unref();
    return () => clearInterval(timer);
  },
};
