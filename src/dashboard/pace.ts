// The rate limit of dashboard requests: far above the needs of a page, and below a load that would block calls of the
// API.
import { RateLimiter, rateLimiterMemory } from '../accounts/rate-limiter.ts';
import { addressGroup } from '../ops/address-group.ts';
import type { Visit } from './context.ts';
import { tooMany } from './rejection.ts';

/** Requests in a second. Operators send files in parts. */
const PER_SECOND = { nobody: 30, billing: 50, read_only: 50, member: 50, operator: 200 } as const;
/** Maximum number of callers within a second: more of them wait. */
const SIZE = { accounts: 512, admissions: 512 * PER_SECOND.member };

/** Throws a `Rejection` if a member, or an address without one, exceeds the limit. Per thread. */
export function paceKeeper(monotonicMs: () => number): (visit: Pick<Visit, 'member' | 'address'>) => void {
  const limiter = new RateLimiter(rateLimiterMemory(SIZE));
  return ({ member, address }) => {
    const limit = PER_SECOND[member?.role ?? 'nobody'];
    const admission = limiter.admit(member?.id ?? addressGroup(address), limit, monotonicMs());
    if (!admission.admitted) throw tooMany(`more than ${limit} requests in a second`, admission.retryAfterMs);
  };
}
