// Tells that an account has credit without reading its balance at every call: what was left a moment ago cannot all be spent yet,
// because the rate limits how fast it goes. The charge decides all the same.
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

  /** True where the last reading is fresh and leaves more than the rate can have used up since. */
  isSafe(caller: Caller, month: string, elapsedMs: number): boolean {
    const reading = this.#readings.get(caller.accountId);
    if (!reading || reading.month !== month || elapsedMs - reading.atMs >= FRESH_MS) return false;
    return reading.remaining === null || reading.remaining > WINDOWS * caller.requestsPerSecond;
  }

  /** Keeps what a reading of the balance told. */
  note(accountId: string, reading: Reading): void {
    if (this.#readings.size >= ACCOUNTS_MAX) this.#readings.clear();
    this.#readings.set(accountId, reading);
  }

  /** One credit of the account was taken here. */
  take(accountId: string): void {
    const reading = this.#readings.get(accountId);
    if (reading?.remaining) reading.remaining -= 1;
  }
}
