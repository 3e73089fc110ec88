// The accounts that have been active lately, as far as a scheduler must know them: whether there are others.

/** An account is active for this long after it was noted. */
export const ACTIVE_MS = 1000;

export class Activity<Account> {
  /** The account that was noted last, and until when it is active. */
  #last: Account | null = null;
  #lastUntilMs = Number.NEGATIVE_INFINITY;
  /** Until when the others are active. */
  #othersUntilMs = Number.NEGATIVE_INFINITY;

  /** Counts an account as active from now on. */
  note(account: Account, nowMs: number): void {
    if (account !== this.#last) this.#othersUntilMs = this.#lastUntilMs;
    this.#last = account;
    this.#lastUntilMs = nowMs + ACTIVE_MS;
  }

  /** Whether any account is active. */
  hasAny(nowMs: number): boolean {
    return nowMs < this.#lastUntilMs;
  }

  /** Whether at least two are. */
  hasSeveral(nowMs: number): boolean {
    return nowMs < this.#othersUntilMs;
  }

  /** Whether another one is. */
  hasOther(account: Account, nowMs: number): boolean {
    return nowMs < (account === this.#last ? this.#othersUntilMs : this.#lastUntilMs);
  }
}
