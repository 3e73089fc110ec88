// Entry of the worker thread that keeps the delta of the serving edition up to date: polls the catalog, and rebuilds
// the delta after each change. delta-thread.ts is the other side.
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../app/config.ts';
import { openCatalog } from '../app/stores.ts';
import { assert } from '../ops/assert.ts';
import { Edition, type SharedEdition } from '../search/edition/edition.ts';
import { isImporting } from '../tasks/import-lock.ts';
import { type ReadDelta, readDelta } from '../tasks/read-delta.ts';

/** Messages to the worker: the edition that serves from now on, or that the catalog has changed. */
export type ToDeltaWorker = { readonly base: SharedEdition } | 'wake';

/** Messages from the worker. */
export type FromDeltaWorker =
  | ({ readonly kind: 'delta'; readonly baseId: string; readonly seconds: number } & ReadDelta)
  | { readonly kind: 'failed'; readonly baseId: string; readonly error: Error };

const POLL_MS = 40;
/** Pauses after a build, in multiples of its time: building takes at most a third of one processor. */
const PAUSE_FACTOR = 2;
const PAUSE_MS_MAX = 30_000;
/** From this pause on a build competes with an import of another process. */
const LONG_MS = 1000;
const IMPORT_POLL_MS = 200;
/** After a failure; doubled with each further one. */
const AFTER_FAILURE_MS = 1000;

const port = parentPort;
assert(port !== null, 'the thread of the delta has a parent');
const config = workerData as Config;
const say = (message: FromDeltaWorker) => port.postMessage(message);

let base: Edition | null = null;
let readGeneration = -1;
let failures = 0;
/** Ends the wait for a change. */
let look = (): void => undefined;
port.on('message', (message: ToDeltaWorker) => {
  if (message !== 'wake') {
    base = Edition.openAgain(message.base);
    readGeneration = -1;
  }
  look();
});

const catalog = openCatalog(config);
// The process terminates the thread.
for (;;) {
  const before: Edition | null = base;
  const pauseMs = base === null ? 0 : await update(base);
  // A new base is not kept waiting. A long build is not repeated during an import, and follows its end.
  if (pauseMs > LONG_MS && isImporting(config)) {
    while (base === before && isImporting(config)) await sleep(IMPORT_POLL_MS);
    continue;
  }
  for (let waitedMs = 0; waitedMs < pauseMs && base === before; waitedMs += POLL_MS) await sleep(POLL_MS);
  const change = new Promise<void>((resolve) => {
    look = resolve;
  });
  await Promise.race([change, sleep(POLL_MS)]);
}

/** Publishes the delta if the catalog has changed; returns the time for which the processor is left to others. */
async function update(over: Edition): Promise<number> {
  const startedMs = performance.now();
  try {
    const { generation } = await catalog.state();
    if (generation === readGeneration) return 0;
    const read = await readDelta(config, catalog, over);
    const elapsedMs = performance.now() - startedMs;
    failures = 0;
    if (over === base) {
      readGeneration = read.generation;
      say({ kind: 'delta', baseId: over.id, seconds: Math.round(elapsedMs) / 1000, ...read });
    }
    return Math.min(PAUSE_MS_MAX, PAUSE_FACTOR * elapsedMs);
  } catch (error) {
    say({ kind: 'failed', baseId: over.id, error: error instanceof Error ? error : new Error(String(error)) });
    failures += 1;
    return Math.min(PAUSE_MS_MAX, AFTER_FAILURE_MS * 2 ** (failures - 1));
  }
}
