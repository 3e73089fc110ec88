// The real limiter, checked against the simplest possible one: a list of the times of all admissions.
import { type Admission, RateLimiter, rateLimiterMemory } from '../../src/accounts/rate-limiter.ts';
import type { Attempt } from './attempt.ts';
import type { World } from './world.ts';

const WINDOW_MS = 1000;
const CALLS = rateLimiterMemory({ accounts: 4, admissions: 512 });
const ADDRESSES = rateLimiterMemory({ accounts: 4, admissions: 64 });

/** The limiter state that the threads of one process share and that dies with it. */
export interface RateMemory {
  readonly calls: SharedArrayBuffer;
  readonly addresses: SharedArrayBuffer;
  /** Times of the admissions of each account within the last second. */
  readonly admitted: Map<string, number[]>;
}

export function newRateMemory(): RateMemory {
  return { calls: CALLS.slice(0), addresses: ADDRESSES.slice(0), admitted: new Map() };
}

/** Resets the limiter after the death of its process. */
export function clearRateMemory({ calls, addresses, admitted }: RateMemory): void {
  new Uint8Array(calls).set(new Uint8Array(CALLS));
  new Uint8Array(addresses).set(new Uint8Array(ADDRESSES));
  admitted.clear();
}

export class CheckedLimiter extends RateLimiter {
  readonly #world: World;
  readonly #admitted: Map<string, number[]>;
  readonly #attempt: Attempt;

  constructor(world: World, memory: RateMemory, attempt: Attempt) {
    super(memory.calls);
    this.#world = world;
    this.#admitted = memory.admitted;
    this.#attempt = attempt;
  }

  override admit(accountKey: string, limit: number, nowMs: number): Admission {
    const admission = super.admit(accountKey, limit, nowMs);
    const recent = (this.#admitted.get(accountKey) ?? []).filter((time) => time > nowMs - WINDOW_MS);
    const expected = recent.length < limit;
    this.#world.check(
      admission.admitted === expected,
      () => `${recent.length} of ${limit} calls in the last second, but the next is ${JSON.stringify(admission)}`,
    );
    if (!admission.admitted) {
      this.#attempt.excuses.add('rate');
      const oldest = recent.at(-limit) ?? nowMs;
      const waitMs = Math.max(1, Math.ceil(oldest + WINDOW_MS - nowMs));
      this.#world.check(admission.retryAfterMs === waitMs, () => `wait ${admission.retryAfterMs} instead of ${waitMs}`);
    } else {
      recent.push(nowMs);
      const left = limit - recent.length;
      this.#world.check(admission.remaining === left, () => `${admission.remaining} more instead of ${left}`);
    }
    this.#admitted.set(accountKey, recent);
    return admission;
  }
}
