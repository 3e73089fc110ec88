// Uploaded lists are read in a thread with a time and memory limit, one at a time: they are not trusted.
import { Worker } from 'node:worker_threads';
import { ApiError, invalidInput } from '../contract/errors.ts';
import type { ListOrder, ReadList } from './read-list.ts';

export type ListReply = { readonly list: ReadList } | { readonly problem: string };

const WITHIN_MS = 120_000;
const HEAP_MEGABYTES = 512;
/** Lists that wait, in addition to the running one. */
const WAITING_MAX = 4;

const refusal = (message: string) => invalidInput([{ path: '', message, suggestion: null }]);
const tooSlow = (withinMs: number) =>
  refusal(`the list takes longer than ${withinMs / 1000} s to read; split it, or save it as CSV`);
const tooLarge = () => refusal(`the list takes more than ${HEAP_MEGABYTES} MB to read; split it, or save it as CSV`);
const stopping = () => new ApiError('CONFLICT', 'the server is stopping; try again after its restart');

interface Pending {
  readonly resolve: (reply: ListReply) => void;
  readonly reject: (error: Error) => void;
}

export class ListThread {
  readonly #withinMs: number;
  #worker: Worker | null = null;
  #pending: Pending | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isStopped = false;

  constructor(withinMs: number = WITHIN_MS) {
    this.#withinMs = withinMs;
  }

  /** INVALID_INPUT if the file cannot be read within the limits, CONFLICT if the queue is full. */
  read(order: ListOrder): Promise<ReadList> {
    if (this.#waiting > WAITING_MAX)
      return Promise.reject(new ApiError('CONFLICT', 'too many lists are being read; try again in a moment'));
    this.#waiting += 1;
    const reading = this.#last.then(() => this.#read(order));
    this.#last = reading
      .catch(() => {})
      .finally(() => {
        this.#waiting -= 1;
      });
    return reading;
  }

  /** Ends the thread at once and permanently; the running list and those that wait are rejected. */
  stop(): void {
    this.#isStopped = true;
    this.#end(stopping());
  }

  async #read(order: ListOrder): Promise<ReadList> {
    if (this.#isStopped) throw stopping();
    const worker = this.#worker ?? this.#start();
    const replied = new Promise<ListReply>((resolve, reject) => {
      this.#pending = { resolve, reject };
    });
    const late = setTimeout(() => this.#end(tooSlow(this.#withinMs)), this.#withinMs);
    worker.postMessage(order);
    const reply = await replied.finally(() => clearTimeout(late));
    if ('problem' in reply) throw refusal(reply.problem);
    return reply.list;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./list-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    });
    this.#worker = worker;
    worker.unref();
    worker.on('message', (reply: ListReply) => this.#pending?.resolve(reply));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (this.#worker === worker) this.#end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error);
    });
    return worker;
  }

  /** The thread is unusable: its list is rejected, and the next one starts another. */
  #end(error: Error): void {
    void this.#worker?.terminate();
    this.#worker = null;
    this.#pending?.reject(error);
    this.#pending = null;
  }
}
