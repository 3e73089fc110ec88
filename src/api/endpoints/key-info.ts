// GET /v2/account/key-info
import { nextResetAt } from '../../accounts/period.ts';
import { PATHS } from '../../contract/paths.ts';
import type { Handler } from '../context.ts';

/** The status of the calling key. */
export const keyInfo: Handler<'key-info'> =
  (_body, { accounts, clock }, caller) =>
  async () =>
    JSON.stringify({
      valid: true,
      id: caller.keyId,
      remaining_credits: await accounts.remaining(caller),
      next_reset_at: nextResetAt(clock.now()),
      max_requests_per_seconds: caller.requestsPerSecond,
      allowed_apis: caller.allowedPaths.length > 0 ? caller.allowedPaths : PATHS,
      active_plans: [{ name: caller.planName, status: 'active' }],
    });
