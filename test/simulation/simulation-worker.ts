// A thread that runs episodes until it is stopped. simulate.ts starts it and receives the report of each.
import { parentPort, workerData } from 'node:worker_threads';
import { runEpisode } from './episode.ts';
import type { EpisodeMessage, WorkerData } from './simulate.ts';

const { firstSeed, step, onFiles, stop } = workerData as WorkerData;
// Rejections are errors, and their stacks take a tenth of the time.
Error.stackTraceLimit = 0;

for (let seed = firstSeed; Atomics.load(stop, 0) === 0; seed += step) {
  const { tally, violation } = await runEpisode({ seed, onFiles });
  const message: EpisodeMessage = { seed, tally, violation };
  parentPort?.postMessage(message);
}
