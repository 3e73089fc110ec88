// Builds a new edition of the catalog and switches to it: in this thread, or in a worker thread while the server
// serves.
import { Worker } from 'node:worker_threads';
import { type Config, ConfigError } from '../app/config.ts';
import { lockData, openCatalog, openEditions } from '../app/stores.ts';
import { classify } from '../import/titles/classify.ts';
import { stepBack } from '../ops/lower-priority.ts';
import { PackError } from '../search/edition/bodies/pack-form.ts';
import { writeLookUps } from '../search/edition/bodies/write-look-ups.ts';
import { type FormerRecords, writeRecords } from '../search/edition/bodies/write-records.ts';
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
/** If more of the people have changed, all records are compressed, with new dictionaries. */
const REUSE_SHARE_MAX = 1 / 4;

/**
 * Builds in this thread after lowering its priority permanently; resolves once the new edition is the current one.
 * `isReusing`: compressed records are copied from the current edition if few have changed since. Dictionaries then stay.
 */
export async function buildHere(config: Config, { isReusing = false } = {}): Promise<BuildReport> {
  try {
    return await build(config, isReusing);
  } catch (error) {
    // A damaged block of the current edition, which is copied from.
    if (isReusing && error instanceof PackError) return build(config, false);
    throw error;
  }
}

async function build(config: Config, isReusing: boolean): Promise<BuildReport> {
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
      const former = isReusing ? await formerRecords(config, documents) : null;
      const { id, bytes, pack } = await openEditions(config).write(buffer, (to) => {
        writeRecords(buffer, documents.bodies, former ? { ...to, former } : to);
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

/** The current edition, if the log of changes since is short. Its index is in memory, its pack is not. */
async function formerRecords(
  config: Config,
  documents: ReturnType<ReturnType<typeof openCatalog>['documents']>,
): Promise<FormerRecords | null> {
  const edition = await openEditions({ ...config, editionMemory: 0 })
    .read()
    // A damaged one is not used.
    .catch(() => null);
  const records = edition?.records;
  if (!edition || !records) return null;
  const changes = documents.changes(edition.generation, Math.floor(edition.counts.people * REUSE_SHARE_MAX));
  if (changes === 'everything') return null;
  const changed = new Set(changes.people);
  const { bodies } = documents.documentsOf({ companies: [], people: changes.people, jobs: [] });
  const { ids } = edition.index.people;
  return { records, idOf: (doc) => ids.at(doc), isChanged: (id) => changed.has(id), changed: bodies.people };
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
