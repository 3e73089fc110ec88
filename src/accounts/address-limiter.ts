// Calls without a valid key, limited per address (IPv6: per /64): prevents one machine from trying keys by the million.
import { LIMITS } from '../contract/limits.ts';
import { addressGroup } from '../ops/address-group.ts';
import { type Admission, RateLimiter, rateLimiterMemory } from './rate-limiter.ts';

const ADDRESSES_PER_SECOND = 4096;

/**
 * Memory to pass to each thread, so that all threads share one count: 0.9 MB, for 4,096 addresses within a second.
 * Further addresses are rejected.
 */
export function addressLimiterMemory(): SharedArrayBuffer {
  return rateLimiterMemory({
    accounts: ADDRESSES_PER_SECOND,
    admissions: ADDRESSES_PER_SECOND * LIMITS.unauthorizedPerSecond,
  });
}

export class AddressLimiter {
  readonly #limiter: RateLimiter;

  constructor(memory: SharedArrayBuffer = addressLimiterMemory()) {
    this.#limiter = new RateLimiter(memory);
  }

  /**
   * Counts one call that failed authentication; rejected from the 21st in any second on. All addresses of an IPv6 /64
   * count as one, and so do closed sockets (`undefined`). `nowMs` as in RateLimiter.
   */
  admit(address: string | undefined, nowMs: number): Admission {
    return this.#limiter.admit(addressGroup(address), LIMITS.unauthorizedPerSecond, nowMs);
  }
}
