// The credits of an account in one month. Pure.
import type { AccountCredits } from './webhook-port.ts';

export interface Balance {
  /** Of the current plan; null when unlimited. */
  readonly allowance: number | null;
  readonly used: number;
  readonly granted: number;
}

/** The credits of the month, and those left. */
export function accountCredits(accountId: string, balance: Balance): AccountCredits {
  return { accountId, total: creditsLeft({ ...balance, used: 0 }), remaining: creditsLeft(balance) };
}

/** Credits left when `taken` more are used, never below 0; null when unlimited. */
export function creditsLeft({ allowance, granted, used }: Balance, taken = 0): number | null {
  return allowance === null ? null : Math.max(0, allowance + granted - used - taken);
}
