// The thread that stores calls. If it fails, calls are still answered, and the log of requests has a gap.
import { Worker } from 'node:worker_threads';
import type { Log } from '../ops/monitoring/log.ts';
import { endThread } from '../ops/threads/end-thread.ts';

const AGAIN_MS = 10_000;
const TIDY_MS = 3_600_000;

interface ThreadOptions {
  /** The data folder. */
  readonly folder: string;
  /** The store, calls.db. */
  readonly file: string;
  /** The database with the calls of all servers; null if there is none. */
  readonly database: string | null;
  /** Whether bodies are stored; if not, previously stored bodies are removed. */
  readonly keepsBodies: boolean;
  /** Time between two removals of old calls. */
  readonly tidyMs?: number;
  readonly log: Pick<Log, 'error'>;
}

export class CallLogThread {
  readonly #options: ThreadOptions;
  #worker: Worker;
  #isEnding = false;

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.#worker = this.#start();
  }

  /** Ends the thread after the messages that are already sent. */
  async close(): Promise<void> {
    this.#isEnding = true;
    await endThread(this.#worker, null);
  }

  #start(): Worker {
    const { folder, file, database, keepsBodies, tidyMs = TIDY_MS, log } = this.#options;
    const worker = new Worker(new URL('./call-log-worker.ts', import.meta.url), {
      workerData: { folder, file, database, keepsBodies, tidyMs },
    });
    worker.unref();
    worker.once('error', (error) => {
      log.error({ err: error }, 'calls cannot be stored in the log of requests; the next attempt is in ten seconds');
      if (!this.#isEnding) setTimeout(() => this.#again(), AGAIN_MS).unref();
    });
    return worker;
  }

  #again(): void {
    if (!this.#isEnding) this.#worker = this.#start();
  }
}
