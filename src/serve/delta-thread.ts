// The main-thread side of the thread that builds the deltas of the serving edition. Restarts the thread if it fails.
import { Worker } from 'node:worker_threads';
import type { Config } from '../app/config.ts';
import { endThread } from '../ops/threads/end-thread.ts';
import type { Base, SharedBase } from '../search/edition/layers/shared-base.ts';
import type { SharedDelta } from '../search/edition/layers/shared-delta.ts';
import type { FromDeltaWorker, ToDeltaWorker } from './delta-worker.ts';

interface DeltaThreadOptions {
  readonly config: Config;
  /** The new deltas over the base, the lowest first; empty if it has no changes any more. */
  readonly onDeltas: (deltas: readonly SharedDelta[], seconds: number) => void;
  /** There are many changes, perhaps too many for a delta: a new edition is due. */
  readonly onCompactionDue: () => void;
  readonly onFailure: (error: Error) => void;
}

const RESTART_MS = 2000;
/**
 * If the first delta is not ready within this time, and there is no newer base, the base serves without it, with older
 * records.
 */
const FIRST_WITHIN_MS = 30_000;
/** After this many consecutive failures the base itself is suspected. */
const FAILURES_MAX = 3;

export class DeltaThread {
  readonly #options: DeltaThreadOptions;
  #worker: Worker | null = null;
  /** After the loss of the thread, until another one is started. */
  #restart: NodeJS.Timeout | undefined;
  #base: { readonly id: string; readonly shared: SharedBase } | null = null;
  /** Waits for the first deltas over a new base. */
  #first: ((deltas: readonly SharedDelta[]) => void) | null = null;
  #failures = 0;
  #isStopped = false;

  constructor(options: DeltaThreadOptions) {
    this.#options = options;
  }

  /** Builds over this edition from now on; resolves with the first deltas, or none. Starts nothing after `stop`. */
  async over(edition: Base): Promise<readonly SharedDelta[]> {
    if (this.#isStopped) return [];
    this.#base = { id: edition.id, shared: edition.shared };
    this.#failures = 0;
    this.#settle([]);
    const first = new Promise<readonly SharedDelta[]>((resolve) => {
      this.#first = resolve;
      // A later delta is reported like any other.
      setTimeout(() => this.#first === resolve && this.#settle([]), FIRST_WITHIN_MS).unref();
    });
    if (this.#worker) this.#worker.postMessage({ base: edition.shared } satisfies ToDeltaWorker);
    else this.#start();
    return first;
  }

  /** The catalog has changed: it is read at once, without waiting for the next poll. */
  wake(): void {
    this.#worker?.postMessage('wake' satisfies ToDeltaWorker);
  }

  /** Resolves once the thread has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#settle([]);
    if (this.#worker !== null) await endThread(this.#worker, 'end' satisfies ToDeltaWorker);
  }

  #start(): void {
    clearTimeout(this.#restart);
    const worker = new Worker(new URL('./delta-worker.ts', import.meta.url), { workerData: this.#options.config });
    this.#worker = worker;
    worker.on('message', (message: FromDeltaWorker) => this.#take(message));
    worker.on('error', (error) => this.#options.onFailure(error as Error));
    worker.once('exit', () => {
      this.#worker = null;
      this.#settle([]);
      if (!this.#isStopped) this.#restart = setTimeout(() => this.#isStopped || this.#start(), RESTART_MS).unref();
    });
    if (this.#base) worker.postMessage({ base: this.#base.shared } satisfies ToDeltaWorker);
  }

  #take(message: FromDeltaWorker): void {
    if (this.#isStopped || message.baseId !== this.#base?.id) return;
    const { onDeltas, onCompactionDue, onFailure } = this.#options;
    if (message.kind === 'failed') {
      onFailure(message.error);
      this.#failures += 1;
      this.#settle([]);
      if (this.#failures === FAILURES_MAX) onCompactionDue();
      return;
    }
    this.#failures = 0;
    const { deltas, seconds } = message;
    // If there are too many changes, the first delta is still awaited: a newer edition will replace this one.
    if (deltas !== 'everything' && !this.#settle(deltas)) onDeltas(deltas, seconds);
    if (message.isCompactionDue) onCompactionDue();
  }

  /** False if nothing waits for the first delta. */
  #settle(deltas: readonly SharedDelta[]): boolean {
    const first = this.#first;
    this.#first = null;
    first?.(deltas);
    return first !== null;
  }
}
