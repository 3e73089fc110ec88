// Builds a new edition of the catalog and switches to it: in this thread, or in a worker thread while the server
// serves.
import { Worker } from 'node:worker_threads';
import { type Config, ConfigError } from '../app/config.ts';
import { lockData, openCatalog, openEditions } from '../app/stores.ts';
import type { OpenedCatalog } from '../catalog/opened-catalog.ts';
import { classify } from '../import/titles/classify.ts';
import { stepBack } from '../ops/lower-priority.ts';
import { PackError } from '../search/edition/bodies/pack-form.ts';
import { writeLookUps } from '../search/edition/bodies/write-look-ups.ts';
import { type FormerRecords, writeRecords } from '../search/edition/bodies/write-records.ts';
import { buildEdition } from '../search/edition/build/build-edition.ts';
import { stackOf } from '../search/edition/layers/layered-edition.ts';
import { buildParts } from '../search/edition/parts/build-parts.ts';
import { ONE_PART, PART_DOCUMENTS_MAX, type PartPlan, planParts } from '../search/edition/parts/part-plan.ts';
import type { Manifest, StoredPart } from '../search/edition/stored-manifest.ts';

export interface BuildReport {
  readonly edition: string;
  readonly companies: number;
  readonly people: number;
  readonly positions: number;
  readonly jobs: number;
  readonly parts: number;
  readonly bytes: number;
  /** The size of the files with the records. */
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
export async function buildHere(
  config: Config,
  { isReusing = false, partDocumentsMax = PART_DOCUMENTS_MAX } = {},
): Promise<BuildReport> {
  if (config.editions !== null)
    throw new ConfigError(
      'this is a serving node (CARDFILE_EDITIONS is set), which builds no edition: run the command on the builder',
    );
  try {
    return await build(config, { isReusing, partDocumentsMax });
  } catch (error) {
    // A damaged block of the current edition, which is copied from.
    if (isReusing && error instanceof PackError) return build(config, { isReusing: false, partDocumentsMax });
    throw error;
  }
}

/** The parameters of the thread that builds. */
export interface EditionOrder {
  readonly config: Config;
  readonly isReusing: boolean;
}

interface BuildWay {
  readonly isReusing: boolean;
  /** The size of parts is a constant that tests reduce. */
  readonly partDocumentsMax: number;
}

async function build(config: Config, { isReusing, partDocumentsMax }: BuildWay): Promise<BuildReport> {
  const startedMs = performance.now();
  const lock = lockData(config, 'index', WAIT_MS);
  if (!lock)
    throw new ConfigError(
      'another process has been building an edition for half an hour; end it, then run `cardfile index`',
    );
  stepBack();
  const catalog = openCatalog(config);
  try {
    const plan = await planOf(config, catalog, partDocumentsMax);
    const documents = catalog.documents();
    try {
      const former = isReusing ? await formerRecords(config, documents) : null;
      const manifest =
        plan === ONE_PART
          ? await writeWhole(config, documents, former)
          : await writeInParts(config, documents, { plan, former });
      // The log serves to bring this edition up to date, and no edition from before.
      await catalog.trimChanges(documents.state.generation);
      const seconds = Math.round(performance.now() - startedMs) / 1000;
      const sum = (bytesOf: (part: StoredPart) => number) =>
        manifest.parts.reduce((bytes, part) => bytes + bytesOf(part), 0);
      return {
        ...{ edition: manifest.id, ...manifest.counts, parts: manifest.parts.length },
        ...{ bytes: sum(({ bytes }) => bytes), pack_bytes: sum(({ pack }) => pack?.bytes ?? 0), seconds },
      };
    } finally {
      documents.close();
    }
  } finally {
    catalog.close();
    lock.release();
  }
}

type Documents = ReturnType<OpenedCatalog['documents']>;

/** Where parts begin, by a pass over a snapshot of its own: what changes until the build matters little. */
async function planOf(config: Config, catalog: OpenedCatalog, documentsMax: number): Promise<PartPlan> {
  const { companies, people } = await catalog.recordCounts();
  // People have few more positions than one: a single part may be somewhat larger.
  if (companies + people <= documentsMax) return ONE_PART;
  const former = await openEditions(config).plan();
  const documents = catalog.documents();
  try {
    const plan = planParts(documents, { documentsMax, ...(former ? { former } : {}) });
    return plan.starts.length === 0 ? ONE_PART : plan;
  } finally {
    documents.close();
  }
}

function writeWhole(config: Config, documents: Documents, former: FormerRecords | null): Promise<Manifest> {
  const buffer = buildEdition(documents, { roleOf: classify });
  return openEditions(config).write(buffer, (to) => {
    writeRecords(buffer, documents.bodies, former ? { ...to, former } : to);
    writeLookUps(buffer, documents, to);
  });
}

function writeInParts(
  config: Config,
  documents: Documents,
  { plan, former }: { readonly plan: PartPlan; readonly former: FormerRecords | null },
): Promise<Manifest> {
  const options = { plan, former, roleOf: classify };
  return openEditions(config).writeParts({ ...documents.state, plan }, (output, spillPath) =>
    buildParts(documents, { ...options, spillPath }, output),
  );
}

/** The current edition, if the log of changes since is short. Its index is in memory, its pack is not. */
async function formerRecords(config: Config, documents: Documents): Promise<FormerRecords | null> {
  const base = await openEditions({ ...config, editionMemory: 0 })
    .read()
    // A damaged one is not used.
    .catch(() => null);
  if (!base) return null;
  const parts = stackOf(base).editions.flatMap(({ index, records }) =>
    records ? { ids: index.people.ids, records } : [],
  );
  const [first] = parts;
  if (!first) return null;
  const changes = documents.changes(base.generation, Math.floor(base.counts.people * REUSE_SHARE_MAX));
  if (changes === 'everything') return null;
  const changed = new Set(changes.people);
  const { bodies } = documents.documentsOf({ companies: [], people: changes.people, jobs: [] });
  return {
    dictionaries: first.records.dictionaries,
    eachUnchanged: (take) => {
      for (const { ids, records } of parts)
        records.eachPerson((doc, unit) => {
          if (!changed.has(ids.at(doc))) take(ids.at(doc), unit);
        });
    },
    changed: bodies.people,
  };
}

/** Builds in a worker thread: this one stays free. */
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
