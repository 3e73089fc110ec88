// The share of one account in the time of a thread: the time it has used, the time it may use now, and its waiting
// calls (fair-scheduler.ts).

/**
 * Share of the thread's time that an account may use while others call often. The rest stays idle, which keeps the
 * latency low.
 */
const SHARE_MAX = 0.35;
/** Milliseconds above its share that an account may use at once. */
export const BURST_MS = 10;
/**
 * Maximum debt of an account in milliseconds. An account that used the whole thread alone waits a seventh of a second
 * when another account begins to call, instead of twice the time that it has used.
 */
const DEBT_MS_MAX = 50;
/** An account whose allowance is below this counts as one that has used much. */
const USED_MUCH_BELOW_MS = BURST_MS / 2;
/**
 * Calls per second from which an account is steady, and limits the others to their share; an account that has used much
 * is steady too. Rarer calls, such as polls of a batch, wait one round at most; limiting the other accounts for them
 * would cost those two thirds of their speed.
 */
const STEADY_CALLS = 5;

/** `Call` has a sequence number: the waiting call of an account with the lowest number runs next. */
export class AccountShare<Call extends { readonly sequence: number }> {
  /** Virtual time at which its last segment ended. */
  finishMs = 0;
  activeAtMs: number;
  /** Time since which it has been held; null if it is not held. */
  heldAtMs: number | null = null;
  /** Number of calls that wait for another thread. */
  awaiting = 0;
  /** Milliseconds that it may use, as of `#allowedAtMs`; negative if it has used more than its share. */
  #allowanceMs = BURST_MS;
  #allowedAtMs: number;
  /** Leaky bucket: number of calls until `#calledAtMs`, minus `STEADY_CALLS` per second. */
  #calls = 0;
  #calledAtMs: number;
  /** Waiting calls, by sequence number. */
  readonly #waiting: { readonly call: Call; readonly resume: () => void }[] = [];

  constructor(nowMs: number) {
    this.activeAtMs = nowMs;
    this.#allowedAtMs = nowMs;
    this.#calledAtMs = nowMs;
  }

  /** Milliseconds that the account may use now. */
  allowance(nowMs: number): number {
    const gainedMs = (nowMs - this.#allowedAtMs) * SHARE_MAX;
    this.#allowanceMs = Math.min(BURST_MS, this.#allowanceMs + gainedMs);
    this.#allowedAtMs = nowMs;
    return this.#allowanceMs;
  }

  /** Milliseconds until it may use the thread again. */
  pauseMs(nowMs: number): number {
    return -this.allowance(nowMs) / SHARE_MAX;
  }

  use(usedMs: number, { nowMs, virtualMs }: { readonly nowMs: number; readonly virtualMs: number }): void {
    this.finishMs = Math.max(virtualMs, this.finishMs) + usedMs;
    this.#allowanceMs = Math.max(-DEBT_MS_MAX, this.allowance(nowMs) - usedMs);
  }

  countCall(nowMs: number): void {
    const ended = ((nowMs - this.#calledAtMs) * STEADY_CALLS) / 1000;
    this.#calls = Math.min(2 * STEADY_CALLS, Math.max(0, this.#calls - ended) + 1);
    this.#calledAtMs = nowMs;
  }

  hasUsedMuch(nowMs: number): boolean {
    return this.allowance(nowMs) < USED_MUCH_BELOW_MS;
  }

  isSteady(nowMs: number): boolean {
    return this.#calls >= STEADY_CALLS || this.hasUsedMuch(nowMs);
  }

  get waitingCalls(): number {
    return this.#waiting.length;
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Resolves when the call is scheduled. */
  wait(call: Call): Promise<void> {
    return new Promise((resume) => {
      const before = this.#waiting.findLastIndex((other) => other.call.sequence < call.sequence);
      this.#waiting.splice(before + 1, 0, { call, resume });
    });
  }

  /** The waiting call with the lowest sequence number. */
  next(): { readonly call: Call; readonly resume: () => void } | undefined {
    return this.#waiting.shift();
  }
}
