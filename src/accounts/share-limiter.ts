// The limiter of one of several servers that share the limits: each admits its share, and the shares add up to the
// limit.
// So the servers together never admit more, whichever of them runs, and need not ask each other.
import type { Admission, MoreRequests, RateLimiter } from './rate-limiter.ts';

/** Part of the interface that calls need. */
export interface Limiter {
  admit(accountKey: string, limit: number, nowMs: number): Admission | Promise<Admission>;
  admitMore(accountKey: string, more: MoreRequests): Admission | Promise<Admission>;
}

/** One of the servers: the first is 1. */
export interface NodePlace {
  readonly place: number;
  readonly of: number;
}

/** A server without a share rejects for this long: another one may have it. */
const NO_SHARE_MS = 1000;

/** The share of a server; 0 if the limit is lower than the number of servers and others have it. */
export function shareOf(limit: number, { place, of }: NodePlace): number {
  return Math.floor(limit / of) + (place <= limit % of ? 1 : 0);
}

export class ShareLimiter implements Limiter {
  readonly #limiter: Pick<RateLimiter, 'admit' | 'admitMore'>;
  readonly #node: NodePlace;

  constructor(limiter: Pick<RateLimiter, 'admit' | 'admitMore'>, node: NodePlace) {
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
