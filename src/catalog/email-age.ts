// Validity of e-mail verifications by age: the same rule for answers and for counts.
import { MS_PER_DAY } from '../contract/days.ts';
import type { EmailStatus } from '../contract/vocabularies/email-statuses.ts';

/** A verification and its time, as stored. */
export interface EmailCheck {
  readonly status: EmailStatus | null;
  /** ISO timestamp; null if unknown. */
  readonly verified_at: string | null;
}

/** The time of the query, and the number of days after which a verification is no longer valid; 0: unlimited. */
export interface CheckAge {
  readonly nowMs: number;
  readonly days: number;
}

/** The status that is still valid. It is `unknown` if the verification is too old; `invalid` does not expire. */
export function statusNow({ status, verified_at }: EmailCheck, { nowMs, days }: CheckAge): EmailStatus | null {
  if (days === 0 || verified_at === null || status === null || status === 'invalid') return status;
  return nowMs - Date.parse(verified_at) > days * MS_PER_DAY ? 'unknown' : status;
}
