// How fast somebody may ask: far beyond what a page does, and less than would keep the server from its calls.
import { RateLimiter, rateLimiterMemory } from '../accounts/rate-limiter.ts';
import { addressGroup } from '../ops/address-group.ts';
import type { Visit } from './context.ts';
import { tooMany } from './refusal.ts';

/** Requests in a second. Operators send files in parts. */
const PER_SECOND = { nobody: 30, member: 50, operator: 200 } as const;
/** Of those who ask within a second: more of them wait. */
const SIZE = { accounts: 512, admissions: 512 * PER_SECOND.member };

/** Throws a Refusal where somebody, or an address without one, asks too fast. Of this thread alone. */
export function paceKeeper(monotonicMs: () => number): (visit: Pick<Visit, 'member' | 'address'>) => void {
  const limiter = new RateLimiter(rateLimiterMemory(SIZE));
  return ({ member, address }) => {
    const limit = PER_SECOND[member?.role ?? 'nobody'];
    const admission = limiter.admit(member?.id ?? addressGroup(address), limit, monotonicMs());
    if (!admission.admitted) throw tooMany(`more than ${limit} requests in a second`, admission.retryAfterMs);
  };
}
