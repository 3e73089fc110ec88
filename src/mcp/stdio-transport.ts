// Standard input and output as a transport of MCP. The input, such as a pipe, may end before the answers are written:
// requests that were read are answered first.
import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { faultOf, linesOf } from './stdio-lines.ts';

const BLANK = /^\s*$/;

/** A request with this method is answered by the end of the connection. */
const ENDLESS_METHOD = 'subscriptions/listen';

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  /** Ends once the input has ended and all requests are answered. */
  readonly #held = new PassThrough();
  readonly #wire: StdioServerTransport;
  /** Number of unanswered requests by id. A careless client may use the same id for several requests. */
  readonly #unanswered = new Map<unknown, number>();
  #hasEnded = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#wire = new StdioServerTransport(this.#held, output);
  }

  async start(): Promise<void> {
    const wire = this.#wire;
    wire.onclose = () => {
      this.#input.destroy();
      this.onclose?.();
    };
    wire.onerror = (error) => this.onerror?.(error);
    wire.onmessage = (message) => {
      this.#count(message);
      this.onmessage?.(message);
    };
    await wire.start();
    void this.#forward().catch(() => this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#wire.send(message);
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.#settle(message.id);
  }

  close(): Promise<void> {
    return this.#wire.close();
  }

  /** Forwards the lines that are messages, and answers the others. */
  async #forward(): Promise<void> {
    for await (const line of linesOf(this.#input)) {
      if (line !== null && BLANK.test(line.toString())) continue;
      const fault = faultOf(line);
      // The library has no type for an error without an id.
      if (fault !== null) await this.#wire.send(fault as unknown as JSONRPCMessage);
      else if (!this.#held.write(`${line}\n`)) await once(this.#held, 'drain');
    }
    // The wire reads these messages first: it counts the requests.
    while (this.#held.readableLength > 0) await new Promise(setImmediate);
    this.#hasEnded = true;
    this.#endIfAnswered();
  }

  #count(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message) && message.method !== ENDLESS_METHOD)
      this.#unanswered.set(message.id, (this.#unanswered.get(message.id) ?? 0) + 1);
    // A canceled request has no answer.
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled')
      this.#settle(message.params?.['requestId']);
  }

  #settle(id: unknown): void {
    const left = (this.#unanswered.get(id) ?? 0) - 1;
    if (left > 0) this.#unanswered.set(id, left);
    else this.#unanswered.delete(id);
    this.#endIfAnswered();
  }

  #endIfAnswered(): void {
    if (this.#hasEnded && this.#unanswered.size === 0) this.#held.end();
  }
}
