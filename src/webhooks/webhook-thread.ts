// Runs the thread that delivers events, on the side of the process. A thread that ends unexpectedly is started again,
// the later the more of them have ended in a row.
import { Worker } from 'node:worker_threads';
import type { LedgerThread } from '../accounts/ledger/ledger-thread.ts';
import type { Config } from '../app/config.ts';
import type { Log } from '../ops/monitoring/log.ts';
import { RepeatedFailure } from '../ops/monitoring/repeated-failure.ts';
import { endThread } from '../ops/threads/end-thread.ts';
import type { ToWebhookWorker, WebhookWorkerData } from './webhook-worker.ts';

interface WebhookThreadOptions {
  readonly config: Config;
  readonly log: Pick<Log, 'error'>;
  readonly ledger: Pick<LedgerThread, 'connect'>;
}

const RESTART_MS = 2000;
const RESTART_MS_MAX = 60_000;
/** A thread that has run this long has not failed at its start. */
const SOUND_MS = 60_000;

export class WebhookThread {
  readonly #options: WebhookThreadOptions;
  #worker: Worker | null = null;
  #isEnding = false;
  readonly #failure = new RepeatedFailure();
  #restartMs = RESTART_MS;

  constructor(options: WebhookThreadOptions) {
    this.#options = options;
  }

  start(): void {
    const { config, log, ledger: source } = this.#options;
    const ledger = source.connect();
    const workerData: WebhookWorkerData = { config, ledger };
    const worker = new Worker(new URL('./webhook-worker.ts', import.meta.url), { workerData, transferList: [ledger] });
    this.#worker = worker;
    const startedMs = performance.now();
    worker.on('error', (error) => {
      if (performance.now() - startedMs > SOUND_MS) {
        this.#failure.end();
        this.#restartMs = RESTART_MS;
      }
      if (this.#failure.isNew(error)) log.error({ err: error }, 'the thread that delivers events has failed');
    });
    worker.once('exit', () => {
      this.#worker = null;
      if (!this.#isEnding) setTimeout(() => this.#isEnding || this.start(), this.#restartMs).unref();
      this.#restartMs = Math.min(RESTART_MS_MAX, 2 * this.#restartMs);
    });
  }

  /** Resolves once the thread has ended. */
  async end(): Promise<void> {
    this.#isEnding = true;
    // If the thread does not end in time, its events are delivered after the next start.
    if (this.#worker !== null) await endThread(this.#worker, 'end' satisfies ToWebhookWorker);
  }
}
