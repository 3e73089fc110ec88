// Builds an edition in a worker thread while the server serves.
import { Worker } from 'node:worker_threads';
import type { Config } from '../app/config.ts';
import type { BuildReport } from './build-edition.ts';

/** The parameters of the thread that builds. */
export interface EditionOrder {
  readonly config: Config;
  readonly isReusing: boolean;
}

/** This thread stays free. */
export function buildInWorker(config: Config, { isReusing = true } = {}): Promise<BuildReport> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./edition-worker.ts', import.meta.url), {
      workerData: { config, isReusing } satisfies EditionOrder,
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread that builds the edition ended early (${code})`)));
  });
}
