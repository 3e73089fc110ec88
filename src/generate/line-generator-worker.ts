// Entry point of a worker thread that generates records: answers each requested range with its lines.
import { parentPort, workerData } from 'node:worker_threads';
import { type LineRange, lineGenerator } from './line-generator.ts';
import type { GenerateOptions } from './world.ts';

const lines = lineGenerator(workerData as GenerateOptions);
parentPort?.on('message', (range: LineRange) => {
  const made = lines(range);
  parentPort?.postMessage(made, [made.buffer]);
});
