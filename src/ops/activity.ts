// The accounts that have been active lately, as far as a scheduler must know them: whether there are others.

/** An account is active for this long after it was noted. */
export const ACTIVE_MS = 1000;

export class Activity<Account> {
  #last: Account | null = null;
  #untilMs = Number.NEGATIVE_INFINITY;
  #severalUntilMs = Number.NEGATIVE_INFINITY;

  /** Counts an account as active from now on. */
  note(account: Account, nowMs: number): void {
    if (this.hasOther(account, nowMs)) this.#severalUntilMs = nowMs + ACTIVE_MS;
    this.#last = account;
    this.#untilMs = nowMs + ACTIVE_MS;
  }

  /** Whether any account is active. */
  hasAny(nowMs: number): boolean {
    return nowMs < this.#untilMs;
  }

  /** Whether at least two are. */
  hasSeveral(nowMs: number): boolean {
    return nowMs < this.#severalUntilMs;
  }

  /** Whether another one is. */
  hasOther(account: Account, nowMs: number): boolean {
    return nowMs < (account === this.#last ? this.#severalUntilMs : this.#untilMs);
  }
}
