// The records of a serving process: its own catalog with the editions that it builds, and may publish, or on a serving
// node the published edition.
import { existsSync } from 'node:fs';
import { openCatalog, remedyForUnusedFile } from '../app/catalogs.ts';
import type { Config } from '../app/config.ts';
import { catalogFile, followedFile, followedFolder } from '../app/data-folder.ts';
import { openEditions } from '../app/editions.ts';
import type { ObjectStoreAddress } from '../app/object-store-address.ts';
import { builderAddress, objectSourceOf, objectStoreOf } from '../app/object-stores.ts';
import { VERSION } from '../app/version.ts';
import type { OpenedCatalog } from '../catalog/opened-catalog.ts';
import type { HiddenState } from '../catalog/port.ts';
import { ErasureWatch } from '../nodes/erasure-watch.ts';
import { FolderObjectStore } from '../nodes/folder-object-store.ts';
import { Follower } from '../nodes/follower.ts';
import { Publisher } from '../nodes/publisher.ts';
import type { Log } from '../ops/monitoring/log.ts';
import { type DataReading, ProcessMetrics } from '../ops/monitoring/process-metrics.ts';
import type { SharedLayers } from '../search/edition/layers/shared-layers.ts';
import { EditionLoader } from './edition-loader.ts';
import { readDataFolder } from './read-data-folder.ts';
import type { EarlyEdition } from './read-edition.ts';

/** Facts for the serving threads of a node, in addition to its layers. */
export interface FollowedState {
  /** Base64. */
  readonly cursorSecret: string;
}

/** Receives records for the serving threads. */
export interface RecordReceivers {
  /** The port of the process. */
  readonly port: number;
  replaceEdition(layers: SharedLayers): void;
  /** On serving nodes only. */
  noteFollowed(state: FollowedState): void;
  hide(hidden: HiddenState): void;
  /** On serving nodes only: all records hidden by this time are known; see `monotonicNowMs`. */
  notePoll(atMs: number): void;
}

export interface ProcessRecords {
  readonly metrics: ProcessMetrics;
  /** Hands records to the threads from now on; resolves once an edition serves. */
  start(threads: RecordReceivers): Promise<void>;
  /** Records have changed in this process. */
  noteChange(): void;
  /** Afterwards no records are handed to the threads. */
  stop(): Promise<void>;
  /** Call it after `stop`, or instead of `stop` if nothing was started. */
  close(): void;
}

/** `early`: the current edition, if it is being read already. */
export async function openRecords(config: Config, log: Log, early: EarlyEdition | null): Promise<ProcessRecords> {
  const { editions } = config;
  return editions === null ? openOwnRecords(config, log, early) : openFollowedRecords(config, editions, log);
}

async function openOwnRecords(config: Config, log: Log, early: EarlyEdition | null): Promise<ProcessRecords> {
  await warnOfUnusedFile(config, log);
  const catalog = openCatalog(config);
  const metrics = new ProcessMetrics({ version: VERSION, readData: () => readDataFolder(config, catalog) });
  let loader: EditionLoader | null = null;
  let publisher: Publisher | null = null;
  let erasures: ErasureWatch | null = null;
  return {
    metrics,
    start: async (threads) => {
      const rebuild = async () => loader?.rebuild();
      publisher = await openPublisher({ config, log, metrics, catalog, rebuild, port: threads.port });
      const replaceEdition = (layers: SharedLayers) => {
        threads.replaceEdition(layers);
        publisher?.publish(layers);
      };
      loader = new EditionLoader({ config, log, metrics, catalog, early, replaceEdition });
      await loader.start();
      if (publisher === null) erasures = await watchErasures({ config, log, rebuild });
    },
    noteChange: () => loader?.noteChange(),
    stop: async () => {
      await loader?.stop();
      await publisher?.stop();
      await erasures?.stop();
    },
    close: () => catalog.close(),
  };
}

/** Warns that the records in the folder are not the served ones. */
async function warnOfUnusedFile(config: Config, log: Log): Promise<void> {
  const file = catalogFile(config);
  if (config.database === null || !existsSync(file)) return;
  // The process reports an unreachable database.
  const remedy = await remedyForUnusedFile(config).catch(() => null);
  const text = 'this file is not used: records are stored in the database';
  log.warn({ file }, remedy === null ? text : `${text}; ${remedy}`);
}

interface PublisherOptions {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: ProcessMetrics;
  readonly catalog: OpenedCatalog;
  readonly rebuild: () => Promise<void>;
  readonly port: number;
}

async function openPublisher(options: PublisherOptions): Promise<Publisher | null> {
  const { config, log, metrics, catalog, rebuild, port } = options;
  const { publish, database } = config;
  if (publish === null || database === null) return null;
  const { openHeadToPublish } = await import('../app/database.ts');
  const objectStore = objectStoreOf(config, publish);
  if (objectStore instanceof FolderObjectStore) await objectStore.removeDrafts();
  return new Publisher({
    objectStore,
    catalog,
    log,
    rebuild,
    program: VERSION,
    builder: builderAddress(config, port),
    isOwnObjectStore: publish.kind === 'own',
    head: openHeadToPublish(database),
    editions: openEditions(config),
    onPublished: (seconds) => metrics.observePublication(seconds),
    onFailure: () => metrics.observeEditionFailure(),
  });
}

/** Null without a database: then all records are erased in this data folder. */
async function watchErasures({ config, log, rebuild }: Pick<PublisherOptions, 'config' | 'log' | 'rebuild'>) {
  const { database } = config;
  if (database === null) return null;
  const { openHead } = await import('../app/database.ts');
  return new ErasureWatch({ head: openHead(database), editions: openEditions(config), rebuild, log });
}

async function openFollowedRecords(config: Config, address: ObjectStoreAddress, log: Log): Promise<ProcessRecords> {
  let generation = 0;
  const readData = (): Promise<DataReading> =>
    readDataFolder(config, { state: async () => ({ generation, hiddenGeneration: 0 }) });
  const metrics = new ProcessMetrics({ version: VERSION, readData });
  const { openFollowedCatalog, openHead } = await import('../app/database.ts');
  const catalog = openFollowedCatalog(config.database ?? '');
  const copies = new FolderObjectStore(followedFolder(config));
  await copies.removeDrafts();
  let follower: Follower | null = null;
  return {
    metrics,
    start: (threads) => {
      follower = new Follower({
        log,
        catalog,
        objectSourceOf: objectSourceOf(config, address),
        head: openHead(config.database ?? ''),
        editions: openEditions(config),
        copies,
        adoptedFile: followedFile(config),
        onEdition: (layers, manifest) => {
          threads.noteFollowed({ cursorSecret: manifest.cursorSecret });
          threads.replaceEdition(layers);
          generation = manifest.generation;
          metrics.noteRecords(manifest.records);
        },
        onHidden: (hidden) => threads.hide(hidden),
        onPoll: (atMs) => threads.notePoll(atMs),
        onFailure: () => metrics.observeEditionFailure(),
      });
      return follower.start();
    },
    noteChange: () => undefined,
    stop: async () => follower?.stop(),
    close: () => catalog.close(),
  };
}
