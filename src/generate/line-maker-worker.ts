// Entry point of a worker thread that generates records: answers each requested range with its lines.
import { parentPort, workerData } from 'node:worker_threads';
import { type LineRange, lineMaking } from './line-maker.ts';
import type { GenerateOptions } from './world.ts';

const lines = lineMaking(workerData as GenerateOptions);
parentPort?.on('message', (range: LineRange) => {
  const made = lines(range);
  parentPort?.postMessage(made, [made.buffer]);
});
