// The ingest client of a serving thread: sends the rows of a call to the writing thread, and waits for their commit.
import type { MessagePort } from 'node:worker_threads';
import type { NumberedOrder, NumberedResult, PushOrder, PushResult } from './push-order.ts';

export class IngestClient {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, (result: PushResult) => void>();
  #orders = 0;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', ({ id, result }: NumberedResult) => {
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    });
    port.unref();
  }

  /** Resolves after the commit. Transfers the bytes of the order, which the caller must not use afterwards. */
  push(order: PushOrder): Promise<PushResult> {
    this.#orders += 1;
    const id = this.#orders;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#port.postMessage({ id, order } satisfies NumberedOrder, [order.bytes.buffer]);
    });
  }

  close(): void {
    this.#port.close();
  }
}
