// Entry of the worker thread that folds deltas: builds one delta of what changed since the layers it is given. It ends
// when that is done, so that its memory is free again.
import { parentPort, workerData } from 'node:worker_threads';
import { openCatalog } from '../app/catalogs.ts';
import type { Config } from '../app/config.ts';
import { assert } from '../ops/assert.ts';
import { lowerPriority } from '../ops/threads/lower-priority.ts';
import { LayeredEdition } from '../search/edition/layers/layered-edition.ts';
import { type Base, openBase, type SharedBase } from '../search/edition/layers/shared-base.ts';
import type { SharedDelta } from '../search/edition/layers/shared-delta.ts';
import { type ReadDelta, readDelta } from '../tasks/read-delta.ts';

export interface FoldOrder {
  readonly config: Config;
  readonly base: SharedBase;
  readonly deltas: readonly SharedDelta[];
}

const { config, base, deltas } = workerData as FoldOrder;
assert(parentPort !== null, 'the thread that folds deltas has a parent');
lowerPriority();
const catalog = openCatalog(config);
const below = deltas.reduce<Base>((layers, delta) => LayeredEdition.over(layers, delta), openBase(base));
parentPort.postMessage((await readDelta(below, { config, catalog, spill: 'fold.new' })) satisfies ReadDelta);
catalog.close();
