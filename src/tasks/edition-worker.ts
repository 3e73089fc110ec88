// Entry of the worker thread that builds an edition.
import { parentPort, workerData } from 'node:worker_threads';
import { buildHere, type EditionOrder } from './build-edition.ts';

const { config, isReusing } = workerData as EditionOrder;
parentPort?.postMessage(await buildHere(config, { isReusing }));
