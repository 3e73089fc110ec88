// A request as node:http hands it in, in the parts that the pipeline reads. Its body arrives when the episode picks it.
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

  /** As a stream does: what nobody listens for yet waits, and what is destroyed says no more. */
  override on(event: string, listener: Parameters<EventEmitter['on']>[1]): this {
    super.on(event, listener);
    if (event === 'end') this.#life.add('body', () => this.#arrive());
    return this;
  }

  /** The caller goes away. */
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
