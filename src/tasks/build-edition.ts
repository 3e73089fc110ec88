// Builds a new edition of the catalog and switches to it: in this thread, or in a worker thread while the server
// serves.
import { Worker } from 'node:worker_threads';
import { type Config, ConfigError } from '../app/config.ts';
import { lockData, openCatalog, openEditions } from '../app/stores.ts';
import { classify } from '../import/titles/classify.ts';
import { stepBack } from '../ops/lower-priority.ts';
import { writeLookUps } from '../search/edition/bodies/write-look-ups.ts';
import { writeRecords } from '../search/edition/bodies/write-records.ts';
import { buildEdition } from '../search/edition/build/build-edition.ts';
import { Edition } from '../search/edition/edition.ts';

export interface BuildReport {
  readonly edition: string;
  readonly companies: number;
  readonly people: number;
  readonly positions: number;
  readonly jobs: number;
  readonly bytes: number;
  /** The size of the file with the records. */
  readonly pack_bytes: number;
  readonly seconds: number;
}

/** How long a build waits for another one of the same data. */
const WAIT_MS = 30 * 60_000;

/** Builds in this thread after lowering its priority permanently; resolves once the new edition is the current one. */
export async function buildHere(config: Config): Promise<BuildReport> {
  const startedMs = performance.now();
  const lock = lockData(config, 'index', WAIT_MS);
  if (!lock)
    throw new ConfigError(
      'another process has been building an edition for half an hour; end it, then run `cardfile index`',
    );
  stepBack();
  const catalog = openCatalog(config);
  try {
    const documents = catalog.documents();
    try {
      const buffer = buildEdition(documents, { roleOf: classify });
      const { id, bytes, pack } = await openEditions(config).write(buffer, (to) => {
        writeRecords(buffer, documents.bodies, to);
        writeLookUps(buffer, documents, to);
      });
      // The log serves to bring this edition up to date, and no edition from before.
      await catalog.trimChanges(documents.state.generation);
      const seconds = Math.round(performance.now() - startedMs) / 1000;
      const { counts } = Edition.openAgain({ buffer, pack: null });
      return { edition: id, ...counts, bytes, pack_bytes: pack?.bytes ?? 0, seconds };
    } finally {
      documents.close();
    }
  } finally {
    catalog.close();
    lock.release();
  }
}

/** Builds in a worker thread: this one stays free. */
export function buildInWorker(config: Config): Promise<BuildReport> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./edition-worker.ts', import.meta.url), { workerData: config });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread that builds the edition ended early (${code})`)));
  });
}
