// Validity of e-mail checks by age: the one rule for answers and for counts.
import type { EmailStatus } from '../contract/vocabularies/email-statuses.ts';

const DAY_MS = 86_400_000;

/** A check and its time, as stored. */
export interface EmailCheck {
  readonly status: EmailStatus | null;
  /** ISO timestamp; null if unknown. */
  readonly verified_at: string | null;
}

/** The time of the query, and the days after which a check is invalid; 0: never. */
export interface CheckAge {
  readonly nowMs: number;
  readonly days: number;
}

/** The status that is still valid: `unknown` once the check is too old; an invalid address stays invalid. */
export function statusNow({ status, verified_at }: EmailCheck, { nowMs, days }: CheckAge): EmailStatus | null {
  if (days === 0 || verified_at === null || status === null || status === 'invalid') return status;
  return nowMs - Date.parse(verified_at) > days * DAY_MS ? 'unknown' : status;
}
