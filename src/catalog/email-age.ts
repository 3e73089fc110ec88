// How long the check of an e-mail address counts: the one rule for answers and for figures.
import type { EmailStatus } from '../contract/vocabularies.ts';

const DAY_MS = 86_400_000;

/** A check and when it was made, as they are stored. */
export interface EmailCheck {
  readonly status: EmailStatus | null;
  /** ISO timestamp; null where it is not known. */
  readonly verifiedAt: string | null;
}

/** When it is asked, and after how many days a check says nothing any more; 0: never. */
export interface CheckAge {
  readonly nowMs: number;
  readonly days: number;
}

/** The status that a check still tells: `unknown` once it is too old; that an address is invalid stays true. */
export function statusNow({ status, verifiedAt }: EmailCheck, { nowMs, days }: CheckAge): EmailStatus | null {
  if (days === 0 || verifiedAt === null || status === null || status === 'invalid') return status;
  return nowMs - Date.parse(verifiedAt) > days * DAY_MS ? 'unknown' : status;
}
