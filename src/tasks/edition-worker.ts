// Entry of the worker thread that builds an edition.
import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../app/config.ts';
import { buildHere } from './build-edition.ts';

parentPort?.postMessage(await buildHere(workerData as Config, { isReusing: true }));
