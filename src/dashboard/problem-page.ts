// The address to which a failed sign-in with OpenID Connect leads: the sign-in page, which shows a message for it.
import type { Rejection } from './rejection.ts';

/** The reason. */
export type Problem = 'cancelled' | 'expired' | 'failed' | 'too_many' | 'unverified' | 'not_invited';

export const problemPage = (problem: Problem) => `/sign-in?problem=${problem}`;

/** The page of a rejected request. */
export function rejectionPage({ code }: Rejection): string {
  return problemPage(code === 'RATE_LIMIT_EXCEEDED' ? 'too_many' : 'failed');
}
