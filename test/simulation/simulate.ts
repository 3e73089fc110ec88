// Many episodes in several threads, until enough processes have died, the time is over, or an invariant is broken.
import { Worker } from 'node:worker_threads';
import { runEpisode } from './episode.ts';
import { addTally, newTally, type Tally, total } from './tally.ts';

export interface SimulationOptions {
  readonly firstSeed: number;
  readonly workers: number;
  /** Ends after so many deaths, or so many seconds. */
  readonly crashes: number;
  readonly seconds: number;
  readonly onFiles: boolean;
}

export interface SimulationReport {
  readonly tally: Tally;
  readonly seconds: number;
  /** For each episode that broke an invariant: the command that replays it, and its last steps. */
  readonly failures: readonly string[];
}

export interface WorkerData {
  readonly firstSeed: number;
  readonly step: number;
  readonly onFiles: boolean;
  /** Not 0 when the workers must stop. */
  readonly stop: Int32Array;
}

export interface EpisodeMessage {
  readonly seed: number;
  readonly tally: Tally;
  readonly violation: string | null;
}

export async function simulate(options: SimulationOptions): Promise<SimulationReport> {
  const startedMs = performance.now();
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const tally = newTally();
  const failed: number[] = [];
  const hear = (message: EpisodeMessage) => {
    addTally(tally, message.tally);
    if (message.violation !== null) failed.push(message.seed);
    if (message.violation !== null || total(tally.crashes) >= options.crashes) Atomics.store(stop, 0, 1);
  };
  const timer = setTimeout(() => Atomics.store(stop, 0, 1), options.seconds * 1000);
  const workers = Array.from({ length: options.workers }, (_, index) => {
    const { firstSeed, onFiles, workers: step } = options;
    return runWorker({ firstSeed: firstSeed + index, step, onFiles, stop }, hear);
  });
  await Promise.all(workers).finally(() => clearTimeout(timer));
  const seconds = (performance.now() - startedMs) / 1000;
  const failures = await Promise.all(failed.sort((a, b) => a - b).map((seed) => replay(seed, options.onFiles)));
  return { tally, seconds, failures };
}

function runWorker(workerData: WorkerData, hear: (message: EpisodeMessage) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./simulation-worker.ts', import.meta.url), { workerData });
    worker.on('message', hear);
    worker.on('error', reject);
    worker.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`an episode after ${workerData.firstSeed} hangs`)),
    );
  });
}

/** Runs one episode again and prints each step. */
export async function replay(seed: number, onFiles: boolean): Promise<string> {
  const { tally, trace, violation } = await runEpisode({ seed, onFiles, isTraced: true });
  const command = `CARDFILE_SIMULATION_SEED=${seed} npm run simulate${onFiles ? ' -- --files' : ''}`;
  const verdict = violation === null ? 'holds all invariants' : `step ${tally.steps}: ${violation}`;
  return [...trace, `seed ${seed}, ${verdict}`, `replay: ${command}`].join('\n');
}

/** A readable summary of a simulation. */
export function describeTally(tally: Tally, seconds: number): string {
  const crashes = total(tally.crashes);
  const table = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .sort(([, one], [, other]) => other - one)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  return [
    `${tally.episodes} episodes, ${tally.steps} steps, ${tally.points} crash points in ${seconds.toFixed(1)} s`,
    `${crashes} crashes and recoveries (${Math.round(crashes / seconds)} a second) at: ${table(tally.crashes)}`,
    `${tally.storeFaults} store faults, ${tally.clockSteps} clock steps, ${tally.leapSeconds} leap seconds, ${tally.monthEnds} month ends`,
    `${tally.calls} calls: ${tally.charges} charged (${tally.chargesCutOff} cut off), ${tally.replays} replays`,
    `${tally.batches} batches: ${tally.batchCharges} charged steps`,
    `answered: ${table(tally.answers)}`,
    `operator: ${table(tally.changes)}`,
  ].join('\n');
}
