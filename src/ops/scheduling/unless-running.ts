// Work that many requests trigger, but that need not run more often than it takes.

/** Begins the work, unless an earlier call of this function has begun it and it is still running. */
export function unlessRunning(work: () => Promise<void>): () => void {
  let isRunning = false;
  return () => {
    if (isRunning) return;
    isRunning = true;
    void work().finally(() => {
      isRunning = false;
    });
  };
}
