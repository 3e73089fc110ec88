// Reads the current edition in a separate thread: reading and verifying hundreds of megabytes takes most of the start
// time, and would delay the calls of a serving thread.
import { Worker } from 'node:worker_threads';
import type { Config } from '../app/config.ts';
import type { SharedEdition } from '../search/edition/edition.ts';
import { EditionError, EditionFormatError } from '../search/edition/edition-file.ts';
import type { SharedBase } from '../search/edition/layers/shared-base.ts';

/** The parameters of the thread. */
export interface ReadOrder {
  readonly config: Config;
  /** Parts in memory, which are not read again if they are parts of the current edition. */
  readonly known: readonly SharedEdition[];
}

/**
 * The current edition while it is being read. Wrapped in an object, because an async function would await a bare
 * promise when it returns it.
 */
export interface EarlyEdition {
  readonly reading: Promise<SharedBase | null>;
}

/** A message of the thread: the edition, or the reason why it cannot be used. */
export type ReadResult =
  | { readonly base: SharedBase | null }
  | { readonly message: string; readonly isOfOtherFormat: boolean };

/**
 * The current edition, null if none has been written. Rejects with an EditionError, naming the file, if it is damaged
 * or missing, and where the signal ends the thread.
 */
export function readEdition(order: ReadOrder, signal?: AbortSignal): Promise<SharedBase | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./read-edition-worker.ts', import.meta.url), { workerData: order });
    const end = () => void worker.terminate();
    signal?.addEventListener('abort', end);
    worker.once('message', (result: ReadResult) => {
      if ('base' in result) resolve(result.base);
      else reject(new (result.isOfOtherFormat ? EditionFormatError : EditionError)(result.message));
    });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      signal?.removeEventListener('abort', end);
      reject(new EditionError(`the thread that reads the edition ended early (${code})`));
    });
  });
}
