// A thread for work on files that are not trusted: one order at a time, with limits of time and memory. A thread that
// exceeds a limit ends; the next order starts a new one.
import { Worker } from 'node:worker_threads';

export interface ThreadLimits {
  /** Milliseconds of one order. */
  readonly withinMs: number;
  readonly heapMegabytes: number;
  /** Orders that wait, in addition to the running one. */
  readonly waitingMax: number;
}

/** The reasons for which an order is rejected. */
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

/** `entry` receives each order as a message and sends one message for it. */
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

  /** The reply of the thread, when the orders before this one have ended. */
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

  /** Terminates the thread at once and permanently; the running order and those that wait are rejected. */
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
    worker.on('message', (reply: Reply) => this.#pending?.resolve(reply));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      void this.#end(worker, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? this.#errors.tooLarge() : error);
    });
    // Without an error: native memory beyond the limit ends the thread.
    worker.on('exit', () => void this.#end(worker, this.#errors.tooLarge()));
    return worker;
  }

  /** The thread is unusable: its order is rejected, and the next one starts another. */
  async #end(worker: Worker | null, error: Error): Promise<void> {
    if (worker === null || this.#worker !== worker) return;
    this.#worker = null;
    this.#pending?.reject(error);
    this.#pending = null;
    await worker.terminate();
  }
}
