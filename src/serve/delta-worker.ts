// Entry of the worker thread that keeps the deltas of the serving edition up to date: polls the catalog, and rebuilds
// the newest delta after each change. delta-thread.ts is the other side.
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { openCatalog } from '../app/catalogs.ts';
import type { Config } from '../app/config.ts';
import { assert } from '../ops/assert.ts';
import { releaseSoon } from '../ops/threads/release-memory.ts';
import type { SharedBase } from '../search/edition/layers/shared-base.ts';
import type { SharedDelta } from '../search/edition/layers/shared-delta.ts';
import { isImportingHere } from '../tasks/import-lock.ts';
import { isCompactionDue, type ReadDelta, readDelta } from '../tasks/read-delta.ts';
import type { FoldOrder } from './fold-worker.ts';
import { FrozenLayers } from './frozen-layers.ts';

/** Messages to the worker: the new serving edition, a change of the catalog, or the end. */
export type ToDeltaWorker = { readonly base: SharedBase } | 'wake' | 'end';

/** Messages from the worker. */
export type FromDeltaWorker =
  | {
      readonly kind: 'deltas';
      readonly baseId: string;
      readonly seconds: number;
      /** The lowest first; `everything` if the changes are too many for deltas. */
      readonly deltas: readonly SharedDelta[] | 'everything';
      /** The changes are so many that a new edition is due. */
      readonly isCompactionDue: boolean;
    }
  | { readonly kind: 'failed'; readonly baseId: string; readonly error: Error };

const POLL_MS = 40;
/** Pauses after a build, in multiples of its time: building takes at most a third of one processor. */
const PAUSE_FACTOR = 2;
/**
 * Minimum pause. Each delta delays calls a little when threads open it, and a change may take a second to become
 * visible.
 */
const PAUSE_MS_MIN = 400;
const PAUSE_MS_MAX = 30_000;
/** A build with at least this pause competes with an import of another process. */
const LONG_MS = 1000;
const IMPORT_POLL_MS = 200;
/** Pause after a failure; doubled after each further one. */
const AFTER_FAILURE_MS = 1000;
/**
 * Maximum number of consecutive deltas that are not published because records were hidden or shown while they were
 * built.
 */
const OUTDATED_MAX = 3;

const port = parentPort;
assert(port !== null, 'the thread of the delta has a parent');
const config = workerData as Config;
const say = (message: FromDeltaWorker) => port.postMessage(message);

let serving: FrozenLayers | null = null;
let readGeneration = -1;
let failures = 0;
let outdated = 0;
let isFolding = false;
/** Ends the wait for a change. */
let wake = (): void => undefined;
port.on('message', (message: ToDeltaWorker) => {
  if (message === 'end') process.exit();
  if (message !== 'wake') {
    if (serving) releaseSoon(serving);
    serving = new FrozenLayers(message.base);
    readGeneration = -1;
  }
  wake();
});

const catalog = openCatalog(config);
// Runs until the end message.
for (;;) {
  const before: FrozenLayers | null = serving;
  const pauseMs = before === null ? 0 : await update(before);
  // A new base does not wait. A long build is not repeated during an import, but runs after it.
  if (pauseMs > LONG_MS && isImportingHere(config)) {
    while (serving === before && isImportingHere(config)) await sleep(IMPORT_POLL_MS);
    continue;
  }
  for (let waitedMs = 0; waitedMs < pauseMs && serving === before; waitedMs += POLL_MS) await sleep(POLL_MS);
  const change = new Promise<void>((resolve) => {
    wake = resolve;
  });
  await Promise.race([change, sleep(POLL_MS)]);
}

/**
 * Publishes the deltas if the catalog has changed. Returns the pause before the next build, which leaves the processor
 * to other work.
 */
async function update(layers: FrozenLayers): Promise<number> {
  const startedMs = performance.now();
  const baseId = layers.base.id;
  try {
    const { generation } = await catalog.state();
    if (generation === readGeneration) return 0;
    const below = layers.top;
    const read = await readDelta(below, { config, catalog });
    const deltas = read.delta === 'everything' ? read.delta : [...layers.deltas, ...(read.delta ? [read.delta] : [])];
    const isDue = deltas === 'everything' || (await isCompactionDue(recordsIn(deltas), catalog));
    // It lacks a record that was hidden when the delta was read and is shown again: calls already find that record.
    const isOutdated = (await catalog.state()).hiddenGeneration !== read.hiddenGeneration;
    outdated = isOutdated ? outdated + 1 : 0;
    if (isOutdated && outdated <= OUTDATED_MAX) return 0;
    const elapsedMs = performance.now() - startedMs;
    failures = 0;
    // No await from here on: a failure, or layers that were replaced in the meantime, would lose this delta.
    if (layers === serving && below === layers.top) {
      const seconds = Math.round(elapsedMs) / 1000;
      say({ kind: 'deltas', baseId, seconds, deltas, isCompactionDue: isDue });
      readGeneration = read.generation;
      keep(layers, read);
    }
    return Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS_MIN, PAUSE_FACTOR * elapsedMs));
  } catch (error) {
    say({ kind: 'failed', baseId, error: error instanceof Error ? error : new Error(String(error)) });
    failures += 1;
    return Math.min(PAUSE_MS_MAX, AFTER_FAILURE_MS * 2 ** (failures - 1));
  }
}

function recordsIn(deltas: readonly SharedDelta[]): number {
  return deltas.reduce((sum, each) => sum + each.records, 0);
}

/** Keeps a large delta, so that later deltas are built over it. */
function keep(layers: FrozenLayers, { delta }: ReadDelta): void {
  if (delta === 'everything') return;
  if (delta) layers.add(delta);
  const over = layers.foldOver();
  if (over && !isFolding) fold(layers, over);
}

/** Replaces the newest deltas by one, which is built in a separate thread. Until then the old deltas keep serving. */
function fold(layers: FrozenLayers, over: readonly SharedDelta[]): void {
  isFolding = true;
  const order: FoldOrder = { config, base: layers.base.shared, deltas: over };
  const worker = new Worker(new URL('./fold-worker.ts', import.meta.url), { workerData: order });
  worker.once('message', ({ delta }: ReadDelta) => {
    if (layers !== serving || delta === null || delta === 'everything') return;
    layers.replaceAbove(over, delta);
    // Changes after the folded delta are read again.
    readGeneration = -1;
    wake();
  });
  worker.once('error', (error) => say({ kind: 'failed', baseId: layers.base.id, error: error as Error }));
  worker.once('exit', () => {
    isFolding = false;
  });
}
