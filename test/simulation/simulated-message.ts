// A request in the parts of node:http's interface that the pipeline reads. Its body arrives when the episode chooses
// it.
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Request } from './attempt.ts';
import type { Life } from './life.ts';

export class SimulatedMessage extends EventEmitter {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly socket = { destroyed: false };
  destroyed = false;
  readonly #life: Life;
  readonly #body: Buffer;
  #arrived = false;

  constructor(request: Request, life: Life) {
    super();
    this.method = request.method;
    this.url = request.path;
    this.#life = life;
    this.#body = Buffer.from(request.body);
    this.headers = {
      'content-type': 'application/json',
      'x-api-key': request.key.text,
      ...(request.idempotencyKey === null ? {} : { 'idempotency-key': request.idempotencyKey }),
    };
  }

  get asIncomingMessage(): IncomingMessage {
    return this as unknown as IncomingMessage;
  }

  /** Like a stream: chunks wait for a listener, and a destroyed stream emits nothing. */
  override on(event: string, listener: Parameters<EventEmitter['on']>[1]): this {
    super.on(event, listener);
    if (event === 'end') this.#life.add('body', () => this.#arrive());
    return this;
  }

  /** The client disconnects. */
  leave(): void {
    this.socket.destroyed = true;
    if (this.#arrived) return;
    this.destroyed = true;
    if (this.listenerCount('error') > 0) this.emit('error', new Error('aborted'));
    this.emit('close');
  }

  #arrive(): void {
    if (this.destroyed) return;
    this.#arrived = true;
    this.emit('data', this.#body);
    this.emit('end');
  }
}
