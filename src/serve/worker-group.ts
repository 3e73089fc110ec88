// Serving threads that share one port, one edition, one limiter and one ledger, with combined metrics. A lost thread is
// restarted.
import { Worker } from 'node:worker_threads';
import { type Config, ConfigError } from '../app/config.ts';
import type { startLedger } from '../app/ledgers.ts';
import type { IngestThread } from '../ingest/ingest-thread.ts';
import type { Log } from '../ops/monitoring/log.ts';
import { type MetricsSnapshot, metricsText } from '../ops/monitoring/metrics.ts';
import type { ProcessMetrics } from '../ops/monitoring/process-metrics.ts';
import type { ProcessLimiter } from './process-limiter.ts';
import type { ServingThread } from './serve-thread.ts';
import type { FromWorker, ToWorker } from './serve-worker.ts';
import type { SharedMemory } from './shared-memory.ts';

/** A thread that does not answer in this time is counted with its previous metrics. */
const METRICS_WITHIN_MS = 1000;

/** Messages on records. */
type Records = Extract<ToWorker, { readonly kind: 'edition' | 'followed' | 'hidden' | 'poll' }>;

interface Restarts {
  /** Time from the loss of a thread until its restart. */
  readonly afterMs: number;
  /** Maximum restarts within `withinMs`. Further lost threads wait that long: restarts do not seem to help. */
  readonly max: number;
  readonly withinMs: number;
}

const RESTARTS: Restarts = { afterMs: 1000, max: 5, withinMs: 60_000 };

export interface WorkerGroupOptions {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: ProcessMetrics;
  readonly ledger: Pick<Awaited<ReturnType<typeof startLedger>>, 'connect'>;
  /** Takes pushed rows. */
  readonly ingest: Pick<IngestThread, 'connect'>;
  readonly limiter: Pick<ProcessLimiter, 'connect'>;
  readonly memory: SharedMemory;
  /** Called when the last thread is lost and none is restarted soon: the port is closed. */
  readonly onAllGone: () => void;
  /** By default five a minute, each after a second. */
  readonly restarts?: Restarts;
}

/** Starts `config.workers` threads. Rejects where one cannot listen. */
export async function startWorkers(options: WorkerGroupOptions): Promise<Omit<ServingThread, 'metrics'>> {
  const { config } = options;
  if (config.port === 0) throw new ConfigError('several workers need a fixed port; choose one with --port');
  const group = new WorkerGroup(options);
  await group.start();
  return {
    port: config.port,
    warmed: () => group.warmed(),
    replaceEdition: (edition) => group.notifyAll({ kind: 'edition', edition }),
    noteFollowed: (state) => group.notifyAll({ kind: 'followed', state }),
    hide: (hidden) => group.notifyAll({ kind: 'hidden', hidden }),
    notePoll: (atMs) => group.notifyAll({ kind: 'poll', atMs }),
    drain: () => group.drain(),
  };
}

class WorkerGroup {
  readonly #options: WorkerGroupOptions;
  readonly #limits: Restarts;
  readonly #metrics: GroupMetrics;
  readonly #workers = new Set<Worker>();
  /** One for each thread that has listened: it is warm, or lost. */
  readonly #warmed: Promise<void>[] = [];
  /** Times of the last restarts, on the clock of elapsed time. */
  #restarts: number[] = [];
  /** Threads that are to be started again soon. */
  #expected = 0;
  /** Restarts that have begun. */
  readonly #starting = new Set<Promise<void>>();
  /** The newest message of each kind, for threads that are started later. */
  readonly #latest = new Map<Records['kind'], Records>();
  #isDraining = false;
  /** The thread that executes the batches. If it is lost, the next started thread executes them. */
  #batchRunner: Worker | null = null;

  constructor(options: WorkerGroupOptions) {
    this.#options = options;
    this.#limits = options.restarts ?? RESTARTS;
    this.#metrics = new GroupMetrics(this.#workers, options.metrics);
  }

  /** Starts all threads; ends them all and rejects where one cannot listen. */
  async start(): Promise<void> {
    const workers = Array.from({ length: this.#options.config.workers }, () => this.#open());
    // All have started before one is terminated: one that still loads native code would abort the process.
    const results = await Promise.allSettled(workers.map((worker) => this.#join(worker)));
    const failure = results.find(({ status }) => status === 'rejected');
    if (failure === undefined) return;
    this.#isDraining = true;
    await Promise.all(workers.map((worker) => worker.terminate()));
    throw (failure as PromiseRejectedResult).reason;
  }

  notifyAll(message: Records): void {
    this.#latest.set(message.kind, message);
    for (const worker of this.#workers) notify(worker, message);
  }

  async warmed(): Promise<void> {
    await Promise.all(this.#warmed);
  }

  async drain(): Promise<void> {
    this.#isDraining = true;
    const exits = [...this.#workers].map(exitOf);
    for (const worker of this.#workers) notify(worker, { kind: 'drain' });
    // A thread that is starting drains as soon as it listens.
    await Promise.all([...exits, ...this.#starting]);
    await Promise.all([...this.#workers].map(exitOf));
  }

  #open(): Worker {
    const ledger = this.#options.ledger.connect();
    const ingest = this.#options.ingest.connect();
    const { config, memory } = this.#options;
    const runsBatches = this.#batchRunner === null;
    const limiter = this.#options.limiter.connect();
    const workerData = { config, memory, reusePort: true, ledger, ingest, limiter, runsBatches };
    const worker = new Worker(new URL('./serve-worker.ts', import.meta.url), {
      workerData,
      transferList: [ledger, ingest, ...(limiter ? [limiter] : [])],
    });
    if (runsBatches) {
      this.#batchRunner = worker;
      worker.once('exit', () => {
        this.#batchRunner = null;
      });
    }
    return worker;
  }

  /** Adds a thread to the group as soon as it listens: it may end before the other threads listen. */
  async #join(worker: Worker): Promise<void> {
    await listening(worker);
    this.#workers.add(worker);
    worker.on('error', (error) => this.#options.log.error({ err: error }, 'a serving thread has failed'));
    worker.once('exit', () => this.#lose(worker));
    this.#metrics.admit(worker);
    this.#warmed.push(warm(worker));
    for (const message of this.#latest.values()) notify(worker, message);
    if (this.#isDraining) notify(worker, { kind: 'drain' });
  }

  #lose(worker: Worker): void {
    this.#workers.delete(worker);
    this.#metrics.lose(worker);
    if (!this.#isDraining) this.#replace();
  }

  #replace(): void {
    const { afterMs, max, withinMs } = this.#limits;
    const nowMs = performance.now();
    this.#restarts = this.#restarts.filter((restartedMs) => nowMs - restartedMs < withinMs);
    if (this.#restarts.length >= max) {
      this.#replaceLater();
      return;
    }
    this.#restarts.push(nowMs);
    this.#expected += 1;
    setTimeout(() => {
      const restart = this.#restart();
      this.#starting.add(restart);
      void restart.finally(() => this.#starting.delete(restart));
    }, afterMs).unref();
  }

  /** Too many threads were lost: the process ends if no thread is left. */
  #replaceLater(): void {
    const { log, onAllGone } = this.#options;
    const left = this.#workers.size;
    if (left + this.#expected === 0) {
      log.error('too many serving threads were lost: no more restarts');
      this.#isDraining = true;
      onAllGone();
      return;
    }
    const { withinMs } = this.#limits;
    log.error({ left, seconds: withinMs / 1000 }, 'too many serving threads were lost: the next restart is delayed');
    setTimeout(() => {
      if (!this.#isDraining) this.#replace();
    }, withinMs).unref();
  }

  async #restart(): Promise<void> {
    const { log, metrics } = this.#options;
    this.#expected -= 1;
    if (this.#isDraining) return;
    const worker = this.#open();
    // A starting thread is counted as expected until it is admitted, or fails and is replaced.
    this.#expected += 1;
    try {
      await this.#join(worker);
      this.#expected -= 1;
      metrics.observeRestart();
      log.warn({ serving: this.#workers.size }, 'a serving thread was restarted');
    } catch (error) {
      this.#expected -= 1;
      log.error({ err: error }, 'a serving thread could not be restarted');
      await worker.terminate();
      if (!this.#isDraining) this.#replace();
    }
  }
}

function notify(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}

function exitOf(worker: Worker): Promise<unknown> {
  return new Promise((resolve) => worker.once('exit', resolve));
}

function listening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('a serving thread has ended before it listened')));
    worker.once('message', (message: FromWorker) => {
      worker.off('error', reject);
      if (message.kind === 'listening') resolve();
      else if (message.kind === 'failed') reject(new Error(message.message));
    });
  });
}

/** Resolves once the thread is warm, or has ended. */
function warm(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve());
    worker.on('message', ({ kind }: FromWorker) => {
      if (kind === 'warm') resolve();
    });
  });
}

/** Answers a thread that needs the metrics of all: collects those of each thread and returns the sum. */
class GroupMetrics {
  readonly #workers: ReadonlySet<Worker>;
  readonly #process: ProcessMetrics;
  // The last report of a busy or lost thread stays in the sum: a falling counter would look like a restart.
  readonly #known = new Map<Worker, MetricsSnapshot>();
  #lastId = 0;

  constructor(workers: ReadonlySet<Worker>, process: ProcessMetrics) {
    this.#workers = workers;
    this.#process = process;
  }

  admit(requester: Worker): void {
    requester.on('message', async (message: FromWorker) => {
      if (message.kind !== 'all-metrics') return;
      notify(requester, { kind: 'all-metrics', id: message.id, text: await this.#text() });
    });
  }

  /** Keeps the counters of the thread, but not its gauges. */
  lose(worker: Worker): void {
    const counted = this.#known.get(worker)?.filter(({ type }) => String(type) !== 'gauge');
    if (counted) this.#known.set(worker, counted);
  }

  async #text(): Promise<string> {
    this.#lastId += 1;
    const workers = [...this.#workers];
    const answers = await Promise.all(workers.map((worker) => ownMetrics(worker, this.#lastId)));
    workers.forEach((worker, index) => {
      const answer = answers[index];
      if (answer && this.#workers.has(worker)) this.#known.set(worker, answer);
    });
    this.#process.noteThreads(answers.filter((answer) => answer !== null).length);
    return metricsText([...this.#known.values(), await this.#process.snapshot()]);
  }
}

/** Null where the worker does not answer in time. */
function ownMetrics(worker: Worker, id: number): Promise<MetricsSnapshot | null> {
  return new Promise((resolve) => {
    const end = (metrics: MetricsSnapshot | null) => {
      worker.off('message', listen);
      clearTimeout(timer);
      resolve(metrics);
    };
    const listen = (message: FromWorker) => {
      if (message.kind === 'own-metrics' && message.id === id) end(message.metrics);
    };
    const timer = setTimeout(end, METRICS_WITHIN_MS, null);
    worker.on('message', listen);
    notify(worker, { kind: 'own-metrics', id });
  });
}
