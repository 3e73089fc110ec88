// Serving threads that share one port, one edition and one limiter, and whose metrics are read as one.
import { Worker } from 'node:worker_threads';
import type { Log } from '../ops/log.ts';
import { type MetricsSnapshot, metricsText } from '../ops/metrics.ts';
import type { ProcessMetrics } from '../ops/process-metrics.ts';
import { type Config, ConfigError } from './config.ts';
import { type ServingThread, sharedMemory } from './serve-thread.ts';
import type { FromWorker, ToWorker } from './serve-worker.ts';

/** A thread that does not tell its metrics by then is shown as it was. */
const METRICS_WITHIN_MS = 1000;

interface WorkerGroupOptions {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: ProcessMetrics;
  /** Told when the last thread has failed: nobody listens any more. */
  readonly onAllGone: () => void;
}

/** Starts `config.workers` threads. Rejects where one cannot listen. */
export async function startWorkers(options: WorkerGroupOptions): Promise<Omit<ServingThread, 'metrics'>> {
  const { config, log, metrics, onAllGone } = options;
  if (config.port === 0) throw new ConfigError('several workers need a fixed port; choose one with --port');
  const workerData = { config, memory: sharedMemory(), reusePort: true };
  const workers = Array.from(
    { length: config.workers },
    () => new Worker(new URL('./serve-worker.ts', import.meta.url), { workerData }),
  );
  const tell = (message: ToWorker) => {
    for (const worker of workers) worker.postMessage(message);
  };
  const exits = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
  try {
    await Promise.all(workers.map(listening));
  } catch (error) {
    await Promise.all(workers.map((worker) => worker.terminate()));
    throw error;
  }
  for (const worker of workers) worker.on('error', (error) => log.error({ err: error }, 'a serving thread has failed'));
  answerMetrics(workers, metrics);
  let isDraining = false;
  void Promise.all(exits).then(() => {
    if (!isDraining) onAllGone();
  });
  return {
    port: config.port,
    replaceEdition: (buffer) => tell({ kind: 'edition', buffer }),
    drain: async () => {
      isDraining = true;
      tell({ kind: 'drain' });
      await Promise.all(exits);
    },
  };
}

function listening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (message: FromWorker) => {
      worker.off('error', reject);
      if (message.kind === 'listening') resolve();
      else if (message.kind === 'failed') reject(new Error(message.message));
    });
  });
}

/** A worker that is asked for the metrics of all asks here; each is asked for its own, and the sum goes back. */
function answerMetrics(workers: readonly Worker[], processMetrics: ProcessMetrics): void {
  // What a thread told last stays in the sum while it is busy, or gone: a counter that falls would look like a restart.
  const known = new Map<Worker, MetricsSnapshot>();
  let asked = 0;
  for (const asking of workers) {
    asking.on('message', async (message: FromWorker) => {
      if (message.kind !== 'all-metrics') return;
      asked += 1;
      const answers = await Promise.all(workers.map((worker) => ownMetrics(worker, asked)));
      workers.forEach((worker, index) => {
        const answer = answers[index];
        if (answer) known.set(worker, answer);
      });
      processMetrics.noteThreads(answers.filter((answer) => answer !== null).length);
      const text = await metricsText([...known.values(), await processMetrics.snapshot()]);
      asking.postMessage({ kind: 'all-metrics', id: message.id, text } satisfies ToWorker);
    });
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
    worker.postMessage({ kind: 'own-metrics', id } satisfies ToWorker);
  });
}
