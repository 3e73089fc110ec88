// Connects the serving threads to the thread that writes pushed rows. The first call starts that thread; a call after a
// failure starts it again.
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Config } from '../app/config.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Log } from '../ops/monitoring/log.ts';
import type { FromIngestWorker, ToIngestWorker } from './ingest-worker.ts';
import type { NumberedOrder, NumberedResult, PushOrder, PushResult } from './push-order.ts';

/** Bounds the memory of waiting calls. */
const WAITING_BYTES_MAX = 8 * LIMITS.ingestBytesMax;
const QUEUE_RETRY_MS = 1000;

interface IngestThreadOptions {
  readonly config: Config;
  readonly log: Log;
  /** Called after each commit that changed records. */
  readonly onChange: () => void;
}

interface Waiting {
  readonly lines: number;
  readonly bytes: number;
  readonly resolve: (result: PushResult) => void;
}

export class IngestThread {
  readonly #options: IngestThreadOptions;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ports: MessagePort[] = [];
  #worker: Worker | null = null;
  #orders = 0;

  constructor(options: IngestThreadOptions) {
    this.#options = options;
  }

  /** A port for one serving thread, to pass to `IngestClient` there. */
  connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', async ({ id, order }: NumberedOrder) => {
      port1.postMessage({ id, result: await this.#push(order) } satisfies NumberedResult);
    });
    port1.unref();
    this.#ports.push(port1);
    return port2;
  }

  /** Ends the thread after its last commit; no serving thread is left. */
  async end(): Promise<void> {
    for (const port of this.#ports) port.close();
    const worker = this.#worker;
    if (worker === null) return;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage({ kind: 'end' } satisfies ToIngestWorker);
    await exited;
  }

  #push(order: PushOrder): Promise<PushResult> | PushResult {
    const waiting = [...this.#waiting.values()];
    const lines = waiting.reduce((sum, each) => sum + each.lines, order.lines);
    const bytes = waiting.reduce((sum, each) => sum + each.bytes, order.bytes.length);
    if (waiting.length > 0 && (lines > LIMITS.ingestWaitingMax || bytes > WAITING_BYTES_MAX)) {
      const message = 'too many pushed rows wait to be written; none of these rows was stored: send them again';
      return { outcome: 'busy', message, retryAfterMs: QUEUE_RETRY_MS };
    }
    this.#orders += 1;
    const id = this.#orders;
    return new Promise((resolve) => {
      this.#waiting.set(id, { lines: order.lines, bytes: order.bytes.length, resolve });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ kind: 'push', id, order } satisfies ToIngestWorker, [order.bytes.buffer]);
    });
  }

  #start(): Worker {
    const { config, log, onChange } = this.#options;
    const worker = new Worker(new URL('./ingest-worker.ts', import.meta.url), { workerData: config });
    worker.on('message', (message: FromIngestWorker) => {
      if (message.kind === 'changed') onChange();
      else this.#settle(message.id, message.result);
    });
    worker.on('error', (error) => log.error({ err: error }, 'the thread that writes pushed rows has failed'));
    worker.once('exit', () => {
      this.#worker = null;
      const lost: PushResult = { outcome: 'failed', message: 'the thread that writes the rows has ended' };
      for (const id of [...this.#waiting.keys()]) this.#settle(id, lost);
    });
    return worker;
  }

  #settle(id: number, result: PushResult): void {
    this.#waiting.get(id)?.resolve(result);
    this.#waiting.delete(id);
  }
}
