// Connections to PostgreSQL whose calls block the thread until the server has answered. For work that is synchronous
// from end to end and runs outside the serving threads. A separate thread does the communication.
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { OperatorError } from '../operator-error.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import type { Migration } from './migrate.ts';
import { SchemaError } from './schema-error.ts';

/** Text and numbers are sent as text, bytes in the binary format of the parameter's type. */
export type BlockingValue = string | number | null | Uint8Array;

export interface BlockingStatement {
  /** Name of the prepared statement; null for a statement that is executed once. */
  readonly name: string | null;
  readonly text: string;
  readonly values: readonly BlockingValue[];
}

export interface BlockingAccess {
  readonly url: string;
  /** The schema steps that each new connection must find in the database; null: any schema. */
  readonly steps: readonly Migration[] | null;
}

/** A message to the thread. */
export interface BlockingRequest {
  readonly connection: number;
  readonly statements: readonly BlockingStatement[];
  /** True if it begins a new sequence of statements, which ignores failures of earlier ones. */
  readonly begins: boolean;
  readonly isAwaited: boolean;
  /** True if it closes the connection. */
  readonly ends: boolean;
}

/** The rows of a statement as arrays, and the number of rows that it changed. */
export interface BlockingResult {
  readonly columns: readonly string[];
  readonly rows: readonly unknown[][];
  readonly changes: number;
}

/** The result of the last statement of a request, or the first failure since the sequence began. */
export type BlockingReply =
  | BlockingResult
  | { readonly failure: { readonly kind: 'schema' | 'operator' | 'unavailable' | 'fault'; readonly message: string } };

/** Maximum time of one wait, after which the thread checks for a reply again. */
const WAIT_MS = 1000;

/** The link threads used by this JavaScript thread, by what they connect to. */
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

  /** Ends the thread, which no connection uses any more. */
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

/** The buffers of binary values, which are transferred to the thread. */
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

  /** The connection is opened by the first statement. `isAlone`: it uses a thread of its own, which ends with it. */
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

  /** Sends statements without waiting. The next `execute` reports their failure. */
  send(statements: readonly BlockingStatement[]): void {
    this.#link.send(this.#request(statements, { isAwaited: false }), buffersOf(statements));
  }

  /**
   * Executes statements and returns the result of the last one. Throws a StoreUnavailable if the server is out of
   * reach; a commit may have been executed then.
   */
  execute(...statements: readonly BlockingStatement[]): BlockingResult {
    const reply = this.#link.request(this.#request(statements, { isAwaited: true }), buffersOf(statements));
    if (!('failure' in reply)) return reply;
    this.#begins = true;
    const { kind, message } = reply.failure;
    if (kind === 'schema') throw new SchemaError(message);
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
