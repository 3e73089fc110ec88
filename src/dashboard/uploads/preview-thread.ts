// Previews of untrusted files: one at a time, in a separate thread with a time and memory limit, which is terminated if
// it exceeds either.
import { Worker } from 'node:worker_threads';
import { OperatorError } from '../../ops/operator-error.ts';
import type { MappingChoices, Preview } from '../records/records-port.ts';
import { Refusal } from '../refusal.ts';
import { errorOf, type Failure } from '../threads/thread-questions.ts';

/** The message to the thread. */
export interface PreviewOrder {
  readonly path: string;
  readonly choices: MappingChoices;
}

export type PreviewReply = { readonly preview: Preview } | { readonly failure: Failure };

const WITHIN_MS = 10_000;
const HEAP_MEGABYTES = 256;
/** Maximum waiting previews, in addition to the running one. */
const WAITING_MAX = 8;

const REMEDY =
  'check that it is the right file, or import it with `cardfile import --dry-run`, which has no such limit';

export class PreviewThread {
  readonly #withinMs: number;
  #worker: Worker | null = null;
  #pending: Pending | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isStopped = false;

  constructor(withinMs: number = WITHIN_MS) {
    this.#withinMs = withinMs;
  }

  /**
   * Rejects with an OperatorError if the file cannot be read within the limits; with a `Refusal` if the queue is full.
   */
  async preview(path: string, choices: MappingChoices): Promise<Preview> {
    if (this.#waiting > WAITING_MAX)
      throw new Refusal('CONFLICT', 'too many previews are running: try again in a moment');
    this.#waiting += 1;
    const made = this.#last.then(() => this.#make({ path, choices }));
    this.#last = made
      .catch(() => {})
      .finally(() => {
        this.#waiting -= 1;
      });
    return made;
  }

  /** Terminates the thread at once and permanently; pending previews are rejected. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const worker = this.#worker;
    if (worker === null) return;
    this.#lose(worker, stopping());
    await worker.terminate();
  }

  async #make(order: PreviewOrder): Promise<Preview> {
    if (this.#isStopped) throw stopping();
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const reply = new Promise<PreviewReply>((resolve, reject) => {
      this.#pending = { resolve, reject };
    });
    const late = setTimeout(() => {
      this.#lose(
        worker,
        new OperatorError(`the file takes longer than ${this.#withinMs / 1000} s to preview: ${REMEDY}`),
      );
      void worker.terminate();
    }, this.#withinMs);
    worker.postMessage(order);
    const answered = await reply.finally(() => clearTimeout(late));
    if ('failure' in answered) throw errorOf(answered.failure);
    return answered.preview;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./preview-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    });
    worker.unref();
    worker.on('message', (reply: PreviewReply) => this.#pending?.resolve(reply));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      this.#lose(worker, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error);
    });
    worker.on('exit', () => this.#lose(worker, this.#isStopped ? stopping() : tooLarge()));
    return worker;
  }

  /** The thread is unusable: its preview is rejected, and the next one starts another. */
  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#pending?.reject(error);
    this.#pending = null;
  }
}

interface Pending {
  readonly resolve: (reply: PreviewReply) => void;
  readonly reject: (error: Error) => void;
}

const tooLarge = () => new OperatorError(`the file takes more than ${HEAP_MEGABYTES} MB to preview: ${REMEDY}`);
const stopping = () => new Refusal('CONFLICT', 'the server is stopping: try again after its restart');
