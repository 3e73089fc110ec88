// The events of a simulation, as counts that add up over episodes and threads.

export interface Tally {
  episodes: number;
  /** Turns of the simulated scheduler. */
  steps: number;
  /** Points passed at which a process may die: each await and each SQL statement. */
  points: number;
  /** Processes that died at such a point and were restarted from the committed state, by point. */
  crashes: Record<string, number>;
  storeFaults: number;
  clockSteps: number;
  leapSeconds: number;
  monthEnds: number;
  calls: number;
  charges: number;
  /** Charged calls whose answer never reached the client. */
  chargesCutOff: number;
  replays: number;
  batches: number;
  /** Steps of batches that took credits. */
  batchCharges: number;
  /** Answers that reached a client, by status. */
  answers: Record<string, number>;
  /** Changes that were confirmed to the operator, by kind. */
  changes: Record<string, number>;
}

export function newTally(): Tally {
  return {
    episodes: 0,
    steps: 0,
    points: 0,
    crashes: {},
    storeFaults: 0,
    clockSteps: 0,
    leapSeconds: 0,
    monthEnds: 0,
    calls: 0,
    charges: 0,
    chargesCutOff: 0,
    replays: 0,
    batches: 0,
    batchCharges: 0,
    answers: {},
    changes: {},
  };
}

/** Increments a count in a table of counts. */
export function countIn(counts: Record<string, number>, name: string | number, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}

/** Adds the second to the first. */
export function addTally(sum: Tally, other: Tally): void {
  for (const [name, value] of Object.entries(other) as [keyof Tally, number | Record<string, number>][]) {
    if (typeof value === 'number') (sum as unknown as Record<string, number>)[name] = (sum[name] as number) + value;
    else for (const [key, count] of Object.entries(value)) countIn(sum[name] as Record<string, number>, key, count);
  }
}

export function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
