// Tells that an account has enough credits without reading its balance at every call: what was left a moment ago cannot all be spent yet,
// because rate and prices limit how fast it goes. The charge decides all the same.
import type { Caller } from '../port.ts';

/** For how long a reading is relied on. */
const FRESH_MS = 1000;
/** A full window of calls may have been admitted just before the reading and another one since. */
const WINDOWS = 2;
const ACCOUNTS_MAX = 10_000;

interface Reading {
  /** Of elapsed time. */
  readonly atMs: number;
  readonly month: string;
  /** Lowered by each charge that this store makes; null when unlimited. */
  remaining: number | null;
}

export class CreditOutlook {
  readonly #readings = new Map<string, Reading>();
  /** The highest price that was asked about: what other callers of the account may pay for a call. */
  #priceMax = 0;

  /** True where the last reading is fresh and leaves the credits, and what calls at the rate of the caller can have used up since. */
  isSafe(caller: Caller, credits: number, now: Pick<Reading, 'atMs' | 'month'>): boolean {
    this.#priceMax = Math.max(this.#priceMax, credits);
    const reading = this.#readings.get(caller.accountId);
    if (!reading || reading.month !== now.month || now.atMs - reading.atMs >= FRESH_MS) return false;
    if (reading.remaining === null) return true;
    return reading.remaining >= credits + WINDOWS * caller.requestsPerSecond * this.#priceMax;
  }

  /** Keeps what a reading of the balance told. */
  note(accountId: string, reading: Reading): void {
    if (this.#readings.size >= ACCOUNTS_MAX) this.#readings.clear();
    this.#readings.set(accountId, reading);
  }

  /** Credits of the account were taken here. */
  take(accountId: string, credits: number): void {
    const reading = this.#readings.get(accountId);
    if (reading?.remaining) reading.remaining = Math.max(0, reading.remaining - credits);
  }
}
