// The rate limit of dashboard requests: far above the needs of a page, but low enough that calls of the API are not
// blocked.
import { RateLimiter, rateLimiterMemory } from '../accounts/rate-limiter.ts';
import { addressGroup } from '../ops/address-group.ts';
import type { RouteCall } from './context.ts';
import { tooMany } from './rejection.ts';

/** Requests per second. Operators upload files in parts. */
const PER_SECOND = { nobody: 30, billing: 50, read_only: 50, member: 50, operator: 200 } as const;
/** Maximum number of callers within a second; further callers wait. */
const SIZE = { accounts: 512, admissions: 512 * PER_SECOND.member };

/** Throws a `Rejection` if a member exceeds the limit, or an address that is not signed in. Limits are per thread. */
export function requestLimiter(monotonicMs: () => number): (call: Pick<RouteCall, 'member' | 'address'>) => void {
  const limiter = new RateLimiter(rateLimiterMemory(SIZE));
  return ({ member, address }) => {
    const limit = PER_SECOND[member?.role ?? 'nobody'];
    const admission = limiter.admit(member?.id ?? addressGroup(address), limit, monotonicMs());
    if (!admission.admitted) throw tooMany(`more than ${limit} requests in a second`, admission.retryAfterMs);
  };
}
