// The limiter of one of several servers that share the limits. Each server admits its share, and the shares add up to
// the limit. So the servers together never exceed the limit, whichever of them run, and need no communication.
import type { Admission, MoreRequests, RateLimiter } from './rate-limiter.ts';

/** The part of the limiter's interface that calls need. */
export interface Limiter {
  admit(accountKey: string, limit: number, nowMs: number): Admission | Promise<Admission>;
  admitMore(accountKey: string, more: MoreRequests): Admission | Promise<Admission>;
}

/** The number of this server, from 1, and the number of servers. */
export interface NodeNumber {
  readonly number: number;
  readonly of: number;
}

/** A server without a share rejects for this long; another server may have a share. */
const NO_SHARE_MS = 1000;

/** The share of a server. It is 0 for some servers if the limit is lower than the number of servers. */
export function shareOf(limit: number, { number, of }: NodeNumber): number {
  return Math.floor(limit / of) + (number <= limit % of ? 1 : 0);
}

export class ShareLimiter implements Limiter {
  readonly #limiter: Pick<RateLimiter, 'admit' | 'admitMore'>;
  readonly #node: NodeNumber;

  constructor(limiter: Pick<RateLimiter, 'admit' | 'admitMore'>, node: NodeNumber) {
    this.#limiter = limiter;
    this.#node = node;
  }

  admit(accountKey: string, limit: number, nowMs: number): Admission {
    const share = shareOf(limit, this.#node);
    return share === 0 ? { admitted: false, retryAfterMs: NO_SHARE_MS } : this.#limiter.admit(accountKey, share, nowMs);
  }

  admitMore(accountKey: string, more: MoreRequests): Admission {
    const limit = shareOf(more.limit, this.#node);
    if (limit === 0) return { admitted: false, retryAfterMs: NO_SHARE_MS };
    return this.#limiter.admitMore(accountKey, { ...more, limit });
  }
}
