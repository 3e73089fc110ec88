// Entry of the worker thread that builds an edition.
import { parentPort, workerData } from 'node:worker_threads';
import { buildHere } from './build-edition.ts';
import type { Config } from './config.ts';

parentPort?.postMessage(await buildHere(workerData as Config));
