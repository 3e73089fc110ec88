// Builds a new edition of the catalog and makes it the current one. edition-thread.ts does so in a separate thread.
import { withCatalog } from '../app/catalogs.ts';
import { type Config, ConfigError } from '../app/config.ts';
import { editionsFolder } from '../app/data-folder.ts';
import { openEditions } from '../app/editions.ts';
import { lockData } from '../app/locks.ts';
import { isNodeServing } from '../app/serving-address.ts';
import type { OpenedCatalog } from '../catalog/opened-catalog.ts';
import type { CatalogDocuments } from '../catalog/port.ts';
import { classify } from '../import/titles/classify.ts';
import { withPath } from '../ops/files/file-fault.ts';
import { lowerPriority } from '../ops/threads/lower-priority.ts';
import { writeLookups } from '../search/edition/bodies/write-lookups.ts';
import { writeRecords } from '../search/edition/bodies/write-records.ts';
import { buildEdition } from '../search/edition/build/build-edition.ts';
import type { ChangedCatalog, IdsBySpace, RecordsById } from '../search/edition/changed-records.ts';
import { stackOf } from '../search/edition/layers/layered-edition.ts';
import { buildParts, dictionariesOf, type PartsOptions } from '../search/edition/parts/build-parts.ts';
import { ONE_PART, PART_DOCUMENTS_MAX, type PartPlan, planParts } from '../search/edition/parts/part-plan.ts';
import { type FormerBase, rebuildParts } from '../search/edition/parts/rebuild-parts.ts';
import type { AscendingIds } from '../search/edition/parts/records-by-id.ts';
import type { StoredOutput } from '../search/edition/store/edition-store.ts';
import type { Manifest, StoredPart } from '../search/edition/store/stored-manifest.ts';
import { BuildProgress } from './build-progress.ts';
import { isUnserved } from './import-lock.ts';
import { buildThreads, PartThreads } from './part-threads.ts';

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

/** Time for which a build waits for another build in the same data folder. */
const WAIT_MS = 30 * 60_000;
/** If more of the people have changed, all parts are built, with new dictionaries. */
const REUSE_SHARE_MAX = 1 / 4;

export interface BuildHereOptions {
  /**
   * If few records have changed since the current edition was built and it has several parts, its dictionaries and its
   * parts without changed records are reused.
   */
  readonly isReusing?: boolean;
  /** Maximum number of documents in a part; tests reduce it. */
  readonly partDocumentsMax?: number;
  /** Number of threads that build parts concurrently; by default the result of `buildThreads`. */
  readonly threads?: number;
  /** Receives a progress message every five seconds. */
  readonly onMessage?: (text: string) => void;
}

/**
 * Builds in this thread, or several parts concurrently in separate threads. Resolves once the new edition is the
 * current one. If a server answers calls from the folder, the priority of this thread is lowered permanently.
 */
export async function buildHere(config: Config, options: BuildHereOptions = {}): Promise<BuildReport> {
  if (config.editions !== null)
    throw new ConfigError(
      'this is a serving node (CARDFILE_EDITIONS is set), which builds no edition: run the command on the builder',
    );
  if (isNodeServing(config))
    throw new ConfigError(
      `a serving node runs on ${config.data}, which builds no edition: run the command on the builder. ` +
        'Commands need the settings of their server, here CARDFILE_DATABASE and CARDFILE_EDITIONS',
    );
  const startedMs = performance.now();
  const lock = lockData(config, 'index', WAIT_MS);
  if (!lock)
    throw new ConfigError(
      'another process has been building an edition for half an hour; end it, then run `cardfile index`',
    );
  if (!isUnserved(config)) lowerPriority();
  try {
    const manifest = await buildOf(config, options);
    const seconds = Math.round(performance.now() - startedMs) / 1000;
    const sum = (bytesOf: (part: StoredPart) => number) =>
      manifest.parts.reduce((bytes, part) => bytes + bytesOf(part), 0);
    return {
      edition: manifest.id,
      ...manifest.counts,
      parts: manifest.parts.length,
      bytes: sum(({ bytes }) => bytes),
      pack_bytes: sum(({ pack }) => pack?.bytes ?? 0),
      seconds,
    };
  } catch (error) {
    throw withPath(error, editionsFolder(config));
  } finally {
    lock.release();
  }
}

function buildOf(config: Config, options: BuildHereOptions): Promise<Manifest> {
  const { isReusing = false, partDocumentsMax = PART_DOCUMENTS_MAX, threads = buildThreads() } = options;
  const { onMessage = () => {} } = options;
  return withCatalog(config, async (catalog) => {
    const builder = { config, catalog, partDocumentsMax, threads, onMessage };
    const former = config.database === null ? null : await openEditions(config).about();
    const manifest = (isReusing && (await buildChanged(builder))) || (await buildAll(builder));
    // Changes that bring this edition up to date must stay in the log. Other servers of the database may still have the
    // previous edition: without its changes they would build an edition, trim the changes that this one needs, and so
    // on without end.
    await catalog.trimChanges(config.database === null ? manifest.generation : (former?.generation ?? 0));
    return manifest;
  });
}

interface Builder {
  readonly config: Config;
  readonly catalog: OpenedCatalog;
  readonly partDocumentsMax: number;
  readonly threads: number;
  readonly onMessage: (text: string) => void;
}

/** One state of the catalog. */
type Documents = CatalogDocuments & RecordsById;

/** One state of the catalog; if there are several parts to build, threads read the same state. */
interface Reading {
  readonly documents: ReturnType<OpenedCatalog['documents']>;
  readonly threads: PartThreads | null;
  close(): Promise<void>;
}

async function openReading({ config, catalog }: Builder, count: number): Promise<Reading> {
  const threads = count > 1 ? new PartThreads(config, count) : null;
  try {
    const together = (await threads?.openWith(() => catalog.documents())) ?? null;
    const documents = together ?? catalog.documents();
    const close = async () => {
      await threads?.close();
      documents.close();
    };
    return { documents, threads: together && threads, close };
  } catch (error) {
    await threads?.close();
    throw error;
  }
}

/** Builds parts in the threads of a reading; null without them. */
function atOnceIn(
  { threads }: Reading,
  output: StoredOutput,
  progress: BuildProgress,
): Pick<PartsOptions, 'buildAtOnce'> {
  if (threads === null) return {};
  const to = {
    stored: (part: number, files: StoredPart) => output.stored(part, files),
    read: (people: number) => progress.add(people),
  };
  return { buildAtOnce: (basis, parts) => threads.build(basis, parts, to) };
}

/**
 * Builds only the parts with changed records. Null if the current edition has one part, or if there are many changes.
 */
async function buildChanged(builder: Builder): Promise<Manifest | null> {
  const { config, partDocumentsMax, onMessage } = builder;
  const about = await openEditions(config).about();
  const former = about && about.parts.length > 1 ? await formerBase(config) : null;
  if (!former) return null;
  const reading = await openReading(builder, Math.min(builder.threads, former.parts.length));
  const { documents } = reading;
  try {
    const changes = changesSince(former, documents);
    if (!changes) return null;
    const progress = new BuildProgress({ onMessage, total: null });
    const shown = { ...changes, documentsOf: (ids: IdsBySpace) => progress.of(changes.documentsOf(ids)) };
    const options = { documentsMax: partDocumentsMax, roleOf: classify };
    return await openEditions(config).writeParts(documents.state, (output) =>
      rebuildParts({ base: former, catalog: shown }, { ...options, ...atOnceIn(reading, output, progress) }, output),
    );
  } finally {
    await reading.close();
  }
}

/** Builds all of an edition. */
async function buildAll(builder: Builder): Promise<Manifest> {
  const { config, catalog, partDocumentsMax, onMessage } = builder;
  const { companies, people } = await catalog.recordCounts();
  // A person has few positions on average, so a single part may be somewhat larger.
  const isSmall = companies + people <= partDocumentsMax;
  const reading = await openReading(builder, isSmall ? 1 : builder.threads);
  try {
    // Documents, records and contacts are read once each; a build in parts also reads the outlines twice.
    const progress = new BuildProgress({ onMessage, total: (isSmall ? 3 : 5) * people });
    const read = reading.documents;
    const documentsOf = (ids: IdsBySpace) => progress.of(read.documentsOf(ids));
    const documents = { ...progress.of(read), documentsOf };
    const plan = isSmall ? ONE_PART : await planOf(config, documents, partDocumentsMax);
    if (plan.starts.length === 0) return await writeWhole(config, documents);
    return await writeInParts(config, documents, (output) => ({
      plan,
      roleOf: classify,
      ...atOnceIn(reading, output, progress),
    }));
  } finally {
    await reading.close();
  }
}

/** Plans the parts: uses the former plan if its parts still have a suitable size. */
async function planOf(config: Config, documents: Documents, documentsMax: number): Promise<PartPlan> {
  const former = (await openEditions(config).about())?.plan;
  return planParts(documents.outlines(), { documentsMax, ...(former ? { former } : {}) });
}

function writeWhole(config: Config, documents: Documents): Promise<Manifest> {
  const buffer = buildEdition(documents, { roleOf: classify });
  return openEditions(config).write(buffer, (to) => {
    writeRecords(buffer, documents.bodies, to);
    writeLookups(buffer, documents, to);
  });
}

function writeInParts(
  config: Config,
  documents: Documents,
  optionsFor: (output: StoredOutput) => PartsOptions,
): Promise<Manifest> {
  const { bodies, documentsOf } = documents;
  const dictionariesFor = (ids: AscendingIds) => dictionariesOf(bodies, ids);
  const input = { outlines: documents.outlines(), documentsOf, dictionariesFor };
  return openEditions(config).writeParts(documents.state, async (output) => {
    const options = optionsFor(output);
    return { plan: options.plan, counts: await buildParts(input, options, output) };
  });
}

/**
 * The current edition; null if there is none, or if it has no records. Its indexes are in memory, its packs are not.
 */
async function formerBase(config: Config): Promise<(FormerBase & { readonly generation: number }) | null> {
  const editions = openEditions({ ...config, editionMemory: 0 });
  const about = await editions.about();
  // A damaged edition is not reused.
  const base = await editions.read().catch(() => null);
  if (!base || about?.id !== base.id) return null;
  const parts = stackOf(base).editions;
  if (parts.some(({ records }) => records === null)) return null;
  return { parts, plan: about.plan, counts: base.counts, generation: base.generation };
}

/** Null if there are many changes, or they are no longer in the log. */
function changesSince(
  { generation, counts }: Pick<FormerBase, 'counts'> & { readonly generation: number },
  documents: ReturnType<OpenedCatalog['documents']>,
): ChangedCatalog | null {
  const changed = documents.changes(generation, Math.floor(counts.people * REUSE_SHARE_MAX));
  return changed === 'everything' ? null : { changed, documentsOf: (ids) => documents.documentsOf(ids) };
}
