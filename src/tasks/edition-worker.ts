// Entry of the worker thread that builds an edition.
import { parentPort, workerData } from 'node:worker_threads';
import { buildHere } from './build-edition.ts';
import type { EditionOrder } from './edition-thread.ts';

const { config, isReusing } = workerData as EditionOrder;
parentPort?.postMessage(await buildHere(config, { isReusing }));
