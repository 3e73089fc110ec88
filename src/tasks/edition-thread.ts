// Builds an edition in a worker thread while the server serves.
import { Worker } from 'node:worker_threads';
import type { Config } from '../app/config.ts';
import type { BuildReport } from './build-edition.ts';

/** The parameters of the thread that builds. */
export interface EditionOrder {
  readonly config: Config;
  readonly isReusing: boolean;
}

/** Messages of the thread. */
export type FromEditionWorker = { readonly kind: 'begun' } | { readonly kind: 'built'; readonly report: BuildReport };

/** A build in a thread of its own. */
export interface ThreadedBuild {
  /** Resolves once the thread has loaded its code, or has ended; the process must not end before (end-thread.ts). */
  readonly begun: Promise<void>;
  readonly report: Promise<BuildReport>;
}

/** This thread stays free. `isReusing`: as in `BuildHereOptions`. */
export function buildInWorker(config: Config, { isReusing }: { readonly isReusing: boolean }): ThreadedBuild {
  const worker = new Worker(new URL('./edition-worker.ts', import.meta.url), {
    workerData: { config, isReusing } satisfies EditionOrder,
  });
  const begun = Promise.withResolvers<void>();
  const built = Promise.withResolvers<BuildReport>();
  worker.on('message', (message: FromEditionWorker) => {
    if (message.kind === 'begun') begun.resolve();
    else built.resolve(message.report);
  });
  worker.once('error', built.reject);
  worker.once('exit', (code) => {
    begun.resolve();
    built.reject(new Error(`the thread that builds the edition ended early (${code})`));
  });
  return { begun: begun.promise, report: built.promise };
}
