// Time as a value that is passed in: everything that depends on the clock takes one, so tests set it.

export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
