// Connects the serving threads to the limiter of their process, which queries the store.
import type { MessagePort } from 'node:worker_threads';
import type { Admission, MoreRequests } from '../rate-limiter.ts';
import type { Limiter } from '../share-limiter.ts';
import type { JointLimiter } from './joint-limiter.ts';

interface Request {
  readonly id: number;
  readonly account: string;
  readonly limit: number;
  /** Further requests of an admitted call; null for a call itself. */
  readonly more: number | null;
}

interface Answer {
  readonly id: number;
  readonly admission: Admission;
}

/** Answers the requests of one serving thread. */
export function serveLimiter(port: MessagePort, limiter: Pick<JointLimiter, 'admit' | 'admitMore'>): void {
  port.on('message', async ({ id, account, limit, more }: Request) => {
    const admission = await (more === null
      ? limiter.admit(account, limit)
      : limiter.admitMore(account, { limit, count: more }));
    port.postMessage({ id, admission } satisfies Answer);
  });
  port.unref();
}

/** The limiter of one serving thread. */
export class PortLimiter implements Limiter {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, (admission: Admission) => void>();
  #lastId = 0;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', ({ id, admission }: Answer) => {
      this.#waiting.get(id)?.(admission);
      this.#waiting.delete(id);
    });
    port.unref();
  }

  admit(account: string, limit: number): Promise<Admission> {
    return this.#request({ account, limit, more: null });
  }

  admitMore(account: string, { limit, count }: MoreRequests): Promise<Admission> {
    return this.#request({ account, limit, more: count });
  }

  #request(request: Omit<Request, 'id'>): Promise<Admission> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#port.postMessage({ id, ...request } satisfies Request);
    });
  }
}
