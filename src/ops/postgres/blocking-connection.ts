// Connections to PostgreSQL whose calls block the thread until the server has answered: for work that is synchronous
// from end to end, off the serving threads. A thread of its own talks to the server.
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { OperatorError } from '../operator-error.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import type { Migration } from './migrate.ts';

/** A text or number is sent as text; bytes as the binary form of the parameter's type. */
export type BlockingValue = string | number | null | Uint8Array;

export interface BlockingStatement {
  /** Under which the connection prepares it; null for a statement that is executed once. */
  readonly name: string | null;
  readonly text: string;
  readonly values: readonly BlockingValue[];
}

export interface BlockingAccess {
  readonly url: string;
  /** The steps of the schema that each new connection demands; null: any schema. */
  readonly steps: readonly Migration[] | null;
}

/** A message to the thread. */
export interface BlockingRequest {
  readonly connection: number;
  readonly statements: readonly BlockingStatement[];
  /** A failure of earlier statements does not concern these. */
  readonly begins: boolean;
  readonly isAwaited: boolean;
  /** Closes the connection. */
  readonly ends: boolean;
}

/** The rows of a statement, as arrays, and the number of rows that it changed. */
export interface BlockingResult {
  readonly columns: readonly string[];
  readonly rows: readonly unknown[][];
  readonly changes: number;
}

/** Of the last statement of a request, or the first failure since the last request that began a sequence. */
export type BlockingReply =
  | BlockingResult
  | { readonly failure: { readonly kind: 'operator' | 'unavailable' | 'fault'; readonly message: string } };

/** How long a wait lasts before the thread looks for a reply again. */
const WAIT_MS = 1000;

/** The threads of this isolate, by what they reach. */
const links = new Map<string, Link>();

class Link {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #connections = 0;

  constructor(access: BlockingAccess) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = new Worker(new URL('./blocking-worker.ts', import.meta.url), {
      workerData: { port: port2, signal: this.#signal, access },
      transferList: [port2],
    });
    this.#worker.unref();
    port1.unref();
  }

  connect(): number {
    this.#connections += 1;
    return this.#connections;
  }

  /** No connection uses it any more. */
  end(): void {
    void this.#worker.terminate();
  }

  send(request: BlockingRequest, transfer: ArrayBuffer[]): void {
    this.#port.postMessage(request, transfer);
  }

  request(request: BlockingRequest, transfer: ArrayBuffer[]): BlockingReply {
    let seen = Atomics.load(this.#signal, 0);
    this.send(request, transfer);
    for (;;) {
      Atomics.wait(this.#signal, 0, seen, WAIT_MS);
      const received = receiveMessageOnPort(this.#port) as { readonly message: BlockingReply } | undefined;
      if (received !== undefined) return received.message;
      seen = Atomics.load(this.#signal, 0);
    }
  }
}

/** The binary values of statements own their memory, which moves to the thread. */
function buffersOf(statements: readonly BlockingStatement[]): ArrayBuffer[] {
  return statements.flatMap(({ values }) =>
    values.flatMap((value) => (value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : [])),
  );
}

export class BlockingConnection {
  readonly #link: Link;
  readonly #connection: number;
  readonly #isAlone: boolean;
  #begins = true;

  /** Connects with the first statement. `isAlone`: over a thread of its own, which ends with it. */
  constructor(access: BlockingAccess, { isAlone = false } = {}) {
    this.#isAlone = isAlone;
    const key = JSON.stringify([access.url, access.steps?.length ?? null]);
    let link = isAlone ? undefined : links.get(key);
    if (link === undefined) {
      link = new Link(access);
      if (!isAlone) links.set(key, link);
    }
    this.#link = link;
    this.#connection = link.connect();
  }

  /** Executes statements; their failure shows in the next call of `ask`. */
  send(statements: readonly BlockingStatement[]): void {
    this.#link.send(this.#request(statements, { isAwaited: false }), buffersOf(statements));
  }

  /**
   * The result of the last statement. Throws a StoreUnavailable if the server is out of reach: a commit may have been
   * executed.
   */
  execute(...statements: readonly BlockingStatement[]): BlockingResult {
    const reply = this.#link.request(this.#request(statements, { isAwaited: true }), buffersOf(statements));
    if (!('failure' in reply)) return reply;
    this.#begins = true;
    const { kind, message } = reply.failure;
    if (kind === 'operator') throw new OperatorError(message);
    throw kind === 'unavailable' ? new StoreUnavailable(message) : new Error(message);
  }

  close(): void {
    if (this.#isAlone) this.#link.end();
    else this.#link.send({ ...this.#request([], { isAwaited: false }), ends: true }, []);
  }

  #request(statements: readonly BlockingStatement[], { isAwaited }: { readonly isAwaited: boolean }): BlockingRequest {
    const begins = this.#begins;
    this.#begins = false;
    return { connection: this.#connection, statements, begins, isAwaited, ends: false };
  }
}
