// Runs work on untrusted files in a thread, one order at a time, with limits on time and memory. A thread that exceeds
// a limit is ended; the next order starts a new one.
import { Worker } from 'node:worker_threads';

export interface ThreadLimits {
  /** Time limit of one order in milliseconds. */
  readonly withinMs: number;
  readonly heapMegabytes: number;
  /** Maximum number of waiting orders, in addition to the running one. */
  readonly waitingMax: number;
}

/** The errors with which an order is rejected. */
export interface ThreadErrors {
  readonly tooMany: () => Error;
  readonly tooSlow: () => Error;
  readonly tooLarge: () => Error;
  readonly stopping: () => Error;
}

interface Pending<Reply> {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

/** The module `entry` receives each order as a message and answers it with one message. */
export class LimitedThread<Order, Reply> {
  readonly #entry: URL;
  readonly #limits: ThreadLimits;
  readonly #errors: ThreadErrors;
  #worker: Worker | null = null;
  #pending: Pending<Reply> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isStopped = false;

  constructor(entry: URL, { limits, errors }: { readonly limits: ThreadLimits; readonly errors: ThreadErrors }) {
    this.#entry = entry;
    this.#limits = limits;
    this.#errors = errors;
  }

  /** Sends an order after the earlier ones have ended; resolves with its reply. */
  async request(order: Order): Promise<Reply> {
    if (this.#waiting > this.#limits.waitingMax) throw this.#errors.tooMany();
    this.#waiting += 1;
    const replied = this.#last.then(() => this.#send(order));
    this.#last = replied
      .catch(() => {})
      .finally(() => {
        this.#waiting -= 1;
      });
    return replied;
  }

  /** Terminates the thread at once and permanently; rejects the running and the waiting orders. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#end(this.#worker, this.#errors.stopping());
  }

  async #send(order: Order): Promise<Reply> {
    if (this.#isStopped) throw this.#errors.stopping();
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const reply = new Promise<Reply>((resolve, reject) => {
      this.#pending = { resolve, reject };
    });
    const late = setTimeout(() => void this.#end(worker, this.#errors.tooSlow()), this.#limits.withinMs);
    worker.postMessage(order);
    return reply.finally(() => clearTimeout(late));
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMegabytes },
    });
    worker.unref();
    // A late reply of a thread that was ended may arrive while the next order is pending.
    worker.on('message', (reply: Reply) => this.#worker === worker && this.#pending?.resolve(reply));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      void this.#end(worker, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? this.#errors.tooLarge() : error);
    });
    // The thread exited without an error: its native memory exceeded the limit.
    worker.on('exit', () => void this.#end(worker, this.#errors.tooLarge()));
    return worker;
  }

  /** The thread is unusable: rejects its order; the next order starts another thread. */
  async #end(worker: Worker | null, error: Error): Promise<void> {
    if (worker === null || this.#worker !== worker) return;
    this.#worker = null;
    this.#pending?.reject(error);
    this.#pending = null;
    await worker.terminate();
  }
}
