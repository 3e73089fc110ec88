// The clock as a value that is passed in: code that depends on the time takes one, so tests can set it.

export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A reading of the monotonic clock that all threads and processes of the machine share, in milliseconds. */
export function monotonicNowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
