// Errors of calls above a rate limit (429) with Retry-After.
import type { Admission } from '../accounts/rate-limiter.ts';
import { ApiError } from '../contract/errors.ts';

/** Milliseconds as whole seconds, rounded up, at least 1. */
export function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}

/** `1 request in a second`, `10 requests in a second`. */
export function perSecondText(limit: number): string {
  return `${limit} ${limit === 1 ? 'request' : 'requests'} in a second`;
}

/** The error of a call above a limit. `limit` describes it, as in `than 10 requests in a second`. */
export function tooManyRequests(retryAfterMs: number, limit: string): ApiError {
  return rejected(retryAfterMs, `more ${limit}`);
}

/** The error of a rejected call of an account. */
export function accountRejected(
  { retryAfterMs, isStoreAway }: Exclude<Admission, { readonly admitted: true }>,
  limit: string,
): ApiError {
  if (isStoreAway !== true) return tooManyRequests(retryAfterMs, limit);
  return rejected(retryAfterMs, 'the servers cannot count requests together right now, so each admits fewer');
}

function rejected(retryAfterMs: number, reason: string): ApiError {
  const seconds = wholeSeconds(retryAfterMs);
  return new ApiError('RATE_LIMIT_EXCEEDED', `${reason}; try again in ${seconds} s`, {
    headers: { 'retry-after': String(seconds) },
  });
}
