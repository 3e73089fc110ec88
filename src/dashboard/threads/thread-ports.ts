// Ports whose implementation runs in a separate thread, so that a caller never blocks on a disk or on the lock of
// another writer. The thread is started by the first call.
import { Worker } from 'node:worker_threads';
import { portOver } from '../../ops/threads/port-over.ts';
import { errorOf, type PortCall, type Reply } from './port-calls.ts';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: Error) => void;
}

/** `Ports`: type of the thread's ports, by name. */
export class ThreadPorts<Ports extends object> {
  readonly #entry: URL;
  readonly #workerData: unknown;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastId = 0;

  constructor(entry: URL, workerData: unknown) {
    this.#entry = entry;
    this.#workerData = workerData;
  }

  /** A port: each method call is sent to the thread. Rejects if the thread has ended; the next call starts another. */
  port<Name extends keyof Ports & string>(port: Name): Ports[Name] {
    return portOver<Ports[Name]>((method, args) => this.#request({ port, method, args }));
  }

  /** Ends the thread once every call is answered. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    const exit = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage(null);
    await exit;
  }

  /** Ends the thread at once; pending calls are not answered. */
  async stop(): Promise<void> {
    await this.#worker?.terminate();
  }

  #request(call: Omit<PortCall, 'id'>): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const reply = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#worker ??= this.#start();
    this.#worker.postMessage({ ...call, id } satisfies PortCall);
    return reply;
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, { workerData: this.#workerData });
    worker.unref();
    worker.on('message', (reply: Reply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if ('failure' in reply) waiting?.reject(errorOf(reply.failure));
      else waiting?.resolve(reply.value);
    });
    worker.once('error', (error) => this.#lose(worker, error));
    worker.once('exit', () => this.#lose(worker, new Error('the thread has ended')));
    return worker;
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
