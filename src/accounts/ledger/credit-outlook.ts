// Predicts that an account has enough credits without reading its balance at every call: rate limit and prices bound
// how fast the last known balance can be spent. The charge makes the final decision.
import type { Caller } from '../port.ts';

/** Maximum age of a reading. */
const FRESH_MS = 1000;
/** A full window of calls may have been admitted just before the reading, and another one after it. */
const WINDOWS = 2;
const ACCOUNTS_MAX = 10_000;

interface Reading {
  /** Monotonic time. */
  readonly atMs: number;
  readonly month: string;
  /** Lowered by each charge that this store makes; null when unlimited. */
  remaining: number | null;
}

export class CreditOutlook {
  readonly #readings = new Map<string, Reading>();
  /** The highest price of any query so far: the maximum that other callers of the account may pay for a call. */
  #priceMax = 0;

  /**
   * True if the last reading is fresh and covers these credits, and in addition all credits that calls at the caller's
   * rate can have used since.
   */
  isSafe(caller: Caller, credits: number, now: Pick<Reading, 'atMs' | 'month'>): boolean {
    this.#priceMax = Math.max(this.#priceMax, credits);
    const reading = this.#readings.get(caller.accountId);
    if (!reading || reading.month !== now.month || now.atMs - reading.atMs >= FRESH_MS) return false;
    if (reading.remaining === null) return true;
    return reading.remaining >= credits + WINDOWS * caller.requestsPerSecond * this.#priceMax;
  }

  /** Stores a reading of the balance. */
  note(accountId: string, reading: Reading): void {
    if (this.#readings.size >= ACCOUNTS_MAX) this.#readings.clear();
    this.#readings.set(accountId, reading);
  }

  /** Subtracts credits that this store took from the account. */
  take(accountId: string, credits: number): void {
    const reading = this.#readings.get(accountId);
    if (reading?.remaining) reading.remaining = Math.max(0, reading.remaining - credits);
  }
}
