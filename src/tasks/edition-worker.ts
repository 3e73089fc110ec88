// Entry of the worker thread that builds an edition.
import { parentPort, workerData } from 'node:worker_threads';
import { openCatalog } from '../app/catalogs.ts';
import { buildHere } from './build-edition.ts';
import type { EditionOrder, FromEditionWorker } from './edition-thread.ts';

const { config, isReusing } = workerData as EditionOrder;
const say = (message: FromEditionWorker) => parentPort?.postMessage(message);
// The first connection loads native code.
openCatalog(config).close();
say({ kind: 'begun' });
say({ kind: 'built', report: await buildHere(config, { isReusing }) });
