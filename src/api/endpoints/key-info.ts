// GET /v2/account/key-info
import { nextResetAt } from '../../accounts/period.ts';
import { PATHS, SINGLE_PATHS } from '../../contract/endpoints/paths.ts';
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
      allowed_apis: allowedApis(caller.allowedPaths),
      active_plans: [{ name: caller.planName, status: 'active' }],
    });

/** A key restricted to certain paths can always call this one. */
function allowedApis(paths: readonly string[]): readonly string[] {
  return paths.length === 0 ? PATHS : [...new Set([SINGLE_PATHS['key-info'], ...paths])];
}
