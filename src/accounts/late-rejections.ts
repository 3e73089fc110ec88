// Delays the rejections of a caller who continues far above the limit. A program that waits for its answers then sends
// fewer calls, which would take time of the serving thread from other accounts.
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../contract/limits.ts';
import { addressGroup } from '../ops/address-group.ts';
import type { AddressLimiter } from './address-limiter.ts';
import type { Admission } from './rate-limiter.ts';
import type { Limiter } from './share-limiter.ts';

/** Maximum number of delayed rejections of a thread, which bounds their memory. Further rejections are sent at once. */
const LATE_MAX = 2000;
const SECOND_MS = 1000;

/** The limiters of accounts and of addresses. */
export interface Limits {
  readonly limiter: Limiter;
  readonly addresses: AddressAdmission;
}

/** Counts a call without a valid key, as `AddressLimiter` does. */
export interface AddressAdmission {
  admit(...attempt: Parameters<AddressLimiter['admit']>): Admission | Promise<Admission>;
}

/** The same limits, of which further rejections within a second are late. */
export function withLateRejections({ limiter, addresses }: Limits): Limits {
  const accounts = new LateRejections();
  const places = new LateRejections();
  return {
    limiter: {
      admit: (account, limit, nowMs) => accounts.pass(account, limiter.admit(account, limit, nowMs), nowMs),
      admitMore: (account, more) => accounts.pass(account, limiter.admitMore(account, more), more.nowMs),
    },
    addresses: {
      admit: (address, nowMs) => places.pass(addressGroup(address), addresses.admit(address, nowMs), nowMs),
    },
  };
}

class LateRejections {
  readonly #rejected = new Map<string, number>();
  #second = 0;
  #late = 0;

  /** The admission, late if it is a rejection of a caller who had many in this second. */
  pass(caller: string, admission: Admission | Promise<Admission>, nowMs: number): Admission | Promise<Admission> {
    if (admission instanceof Promise) return admission.then((settled) => this.pass(caller, settled, nowMs));
    if (admission.admitted || this.#count(caller, nowMs) <= LIMITS.promptRejections || this.#late >= LATE_MAX)
      return admission;
    return this.#delayed(admission);
  }

  async #delayed(admission: Admission): Promise<Admission> {
    this.#late += 1;
    await sleep(LIMITS.lateRejectionMs);
    this.#late -= 1;
    return admission;
  }

  /** The rejections of the caller in the second of `nowMs`, this one included. */
  #count(caller: string, nowMs: number): number {
    const second = Math.floor(nowMs / SECOND_MS);
    if (second !== this.#second) this.#rejected.clear();
    this.#second = second;
    const count = (this.#rejected.get(caller) ?? 0) + 1;
    this.#rejected.set(caller, count);
    return count;
  }
}
