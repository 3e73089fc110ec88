// Runs the thread that delivers events, on the side of the process. A thread that ends unexpectedly is started again.
import { Worker } from 'node:worker_threads';
import type { LedgerThread } from '../accounts/ledger/ledger-thread.ts';
import type { Config } from '../app/config.ts';
import type { Log } from '../ops/monitoring/log.ts';
import { endThread } from '../ops/threads/end-thread.ts';
import type { ToWebhookWorker, WebhookWorkerData } from './webhook-worker.ts';

interface WebhookThreadOptions {
  readonly config: Config;
  readonly log: Pick<Log, 'error'>;
  readonly ledger: Pick<LedgerThread, 'connect'>;
}

const RESTART_MS = 2000;

export class WebhookThread {
  readonly #options: WebhookThreadOptions;
  #worker: Worker | null = null;
  #isEnding = false;

  constructor(options: WebhookThreadOptions) {
    this.#options = options;
  }

  start(): void {
    const { config, log, ledger: source } = this.#options;
    const ledger = source.connect();
    const workerData: WebhookWorkerData = { config, ledger };
    const worker = new Worker(new URL('./webhook-worker.ts', import.meta.url), { workerData, transferList: [ledger] });
    this.#worker = worker;
    worker.on('error', (error) => log.error({ err: error }, 'the thread that delivers events has failed'));
    worker.once('exit', () => {
      this.#worker = null;
      if (!this.#isEnding) setTimeout(() => this.#isEnding || this.start(), RESTART_MS).unref();
    });
  }

  /** Resolves once the thread has ended. */
  async end(): Promise<void> {
    this.#isEnding = true;
    // If the thread does not end in time, its events are delivered after the next start.
    if (this.#worker !== null) await endThread(this.#worker, 'end' satisfies ToWebhookWorker);
  }
}
