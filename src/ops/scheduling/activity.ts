// Tracks the recently active accounts, as far as a scheduler needs: whether there are others.

/** An account counts as active for this long after a call. */
export const ACTIVE_MS = 1000;

export class Activity<Account> {
  /** The most recently noted account, and the time until which it is active. */
  #last: Account | null = null;
  #lastUntilMs = Number.NEGATIVE_INFINITY;
  /** Time until which any other account is active. */
  #othersUntilMs = Number.NEGATIVE_INFINITY;

  /** Marks an account as active. */
  note(account: Account, nowMs: number): void {
    if (account !== this.#last) this.#othersUntilMs = this.#lastUntilMs;
    this.#last = account;
    this.#lastUntilMs = nowMs + ACTIVE_MS;
  }

  /** Whether any account is active. */
  hasAny(nowMs: number): boolean {
    return nowMs < this.#lastUntilMs;
  }

  /** Whether at least two accounts are active. */
  hasSeveral(nowMs: number): boolean {
    return nowMs < this.#othersUntilMs;
  }

  /** Whether an account other than this one is active. */
  hasOther(account: Account, nowMs: number): boolean {
    return nowMs < (account === this.#last ? this.#othersUntilMs : this.#lastUntilMs);
  }
}
