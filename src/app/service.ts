// The running service: one process that holds the data folder, keeps its serving threads on the newest sound edition, and drains at the end.
import { Worker } from 'node:worker_threads';
import { AggregatorRegistry } from 'prom-client';
import type { Log } from '../ops/log.ts';
import type { Edition } from '../search/edition/edition.ts';
import { EditionError } from '../search/edition/edition-file.ts';
import type { EditionStore } from '../search/edition/edition-store.ts';
import { type BuildReport, buildInWorker } from './build-edition.ts';
import { type Config, ConfigError } from './config.ts';
import { type SharedMemory, sharedMemory, startThread } from './serve-thread.ts';
import type { FromWorker, ToWorker } from './serve-worker.ts';
import { lockData, openCatalog, openEditions } from './stores.ts';

export interface Service {
  readonly port: number;
  /** Resolves once an edition serves. */
  readonly ready: Promise<void>;
  /** Stops listening, answers every accepted call, lets go of the data folder. */
  stop(): Promise<void>;
}

/** What a group of serving threads, or the single one on this thread, can be told. */
interface Threads {
  readonly port: number;
  replaceEdition(buffer: ArrayBufferLike): void;
  drain(): Promise<void>;
}

/** Starts to serve. Rejects with a ConfigError where the data folder is in use or the port is taken. */
export async function startService(config: Config, log: Log): Promise<Service> {
  const lock = lockData(config, 'serve');
  if (!lock) {
    throw new ConfigError(
      `the data folder ${config.data} is in use by another server; stop it, or choose another folder with --data`,
    );
  }
  try {
    const memory = sharedMemory();
    const threads =
      config.workers === 1
        ? await startThread({ config, memory, reusePort: false })
        : await startWorkers(config, memory);
    const editions = new EditionKeeper(config, log, threads);
    const ready = editions.start();
    const stop = async () => {
      editions.stop();
      await threads.drain();
      lock.release();
    };
    return { port: threads.port, ready, stop };
  } catch (error) {
    lock.release();
    throw explained(error, config);
  }
}

function explained(error: unknown, config: Config): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  const text = error instanceof Error ? error.message : String(error);
  if (code === 'EADDRINUSE' || text.includes('EADDRINUSE')) {
    return new ConfigError(`${config.host}:${config.port} is in use; choose another port with --port or CARDFILE_PORT`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'EACCES')
    return new ConfigError(`cannot listen on ${config.host}:${config.port}: ${text}`);
  return error;
}

/** Loads the current edition, rebuilds a damaged, missing or outdated one, and follows every switch to a new one. */
class EditionKeeper {
  readonly #config: Config;
  readonly #log: Log;
  readonly #threads: Threads;
  readonly #editions: EditionStore;
  readonly #stopWatching: () => void;
  #serving: string | null = null;

  constructor(config: Config, log: Log, threads: Threads) {
    this.#config = config;
    this.#log = log;
    this.#threads = threads;
    this.#editions = openEditions(config);
    this.#stopWatching = this.#editions.watch(() => {
      this.#load().catch((error: unknown) => this.#log.error({ err: error }, 'the new edition could not be read'));
    });
  }

  async start(): Promise<void> {
    const edition = await this.#load();
    const catalog = openCatalog(this.#config);
    const { generation } = await catalog.state();
    catalog.close();
    if (edition?.generation === generation) return;
    this.#log.info(
      { reason: edition ? 'the catalog has changed since' : 'there is no sound edition' },
      'building an edition',
    );
    const building = this.#build();
    // An outdated edition serves until the new one is ready; without one there is nothing to serve before.
    if (!edition) await building;
    else
      building.catch((error: unknown) =>
        this.#log.error({ err: error }, 'the edition was not built; the older one serves'),
      );
  }

  stop(): void {
    this.#stopWatching();
  }

  async #build(): Promise<BuildReport> {
    const report = await buildInWorker(this.#config);
    this.#log.info(report, 'edition built');
    await this.#load();
    return report;
  }

  /** The current edition, handed to the threads where they do not serve it yet; null where there is none that is sound. */
  async #load(): Promise<Edition | null> {
    try {
      const edition = await this.#editions.read();
      if (edition && edition.id !== this.#serving) {
        this.#serving = edition.id;
        this.#threads.replaceEdition(edition.buffer);
        this.#log.info({ edition: edition.id, ...edition.counts }, 'edition serves');
      }
      return edition;
    } catch (error) {
      if (!(error instanceof EditionError)) throw error;
      this.#log.error({ reason: error.message }, 'the edition is damaged and is not used');
      return null;
    }
  }
}

/** Serving threads that share one port, one edition and one limiter. */
async function startWorkers(config: Config, memory: SharedMemory): Promise<Threads> {
  if (config.port === 0) throw new ConfigError('several workers need a fixed port; choose one with --port');
  const workers = Array.from(
    { length: config.workers },
    () =>
      new Worker(new URL('./serve-worker.ts', import.meta.url), { workerData: { config, memory, reusePort: true } }),
  );
  const tell = (message: ToWorker) => {
    for (const worker of workers) worker.postMessage(message);
  };
  try {
    await Promise.all(workers.map(listening));
  } catch (error) {
    await Promise.all(workers.map((worker) => worker.terminate()));
    throw error;
  }
  answerMetrics(workers);
  return {
    port: config.port,
    replaceEdition: (buffer) => tell({ kind: 'edition', buffer }),
    drain: async () => {
      const ended = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
      tell({ kind: 'drain' });
      await Promise.all(ended);
    },
  };
}

function listening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (message: FromWorker) => {
      if (message.kind === 'listening') resolve();
      else if (message.kind === 'failed') reject(new Error(message.message));
    });
  });
}

/** A worker that is asked for the metrics of all asks here; the others are asked for theirs, and the sum goes back. */
function answerMetrics(workers: readonly Worker[]): void {
  let asked = 0;
  for (const asking of workers) {
    asking.on('message', async (message: FromWorker) => {
      if (message.kind !== 'all-metrics') return;
      asked += 1;
      const id = asked;
      const parts = await Promise.all(workers.map((worker) => ownMetrics(worker, id)));
      const text = await AggregatorRegistry.aggregate(parts).metrics();
      asking.postMessage({ kind: 'all-metrics', id: message.id, text } satisfies ToWorker);
    });
  }
}

type OwnMetrics = Extract<FromWorker, { kind: 'own-metrics' }>['metrics'];

function ownMetrics(worker: Worker, id: number): Promise<OwnMetrics> {
  return new Promise((resolve) => {
    const listen = (message: FromWorker) => {
      if (message.kind !== 'own-metrics' || message.id !== id) return;
      worker.off('message', listen);
      resolve(message.metrics);
    };
    worker.on('message', listen);
    worker.postMessage({ kind: 'own-metrics', id } satisfies ToWorker);
  });
}
