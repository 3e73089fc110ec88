// The first steps of every call: the caller of its key, the rate of the account, the paths of the key.
import type { IncomingMessage } from 'node:http';
import { hashOfKey } from '../accounts/key-format.ts';
import type { Caller } from '../accounts/port.ts';
import { ApiError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Services } from './call.ts';
import { givenKey } from './given-key.ts';
import { tooManyRequests, wholeSeconds } from './too-many-requests.ts';

/** The headers of a call, and where it comes from. */
interface Arrival {
  readonly message: IncomingMessage;
  /** Address of the peer; undefined if its socket is closed. */
  readonly address: string | undefined;
  /** Of a caller known without a key. */
  readonly keyHash?: string;
}

/**
 * The caller of the key; UNAUTHORIZED if it is missing or invalid, RATE_LIMIT_EXCEEDED after too many such attempts.
 */
export async function authenticated(
  { message, address, keyHash: known }: Arrival,
  { accounts, addresses, monotonicMs }: Pick<Services, 'accounts' | 'addresses' | 'monotonicMs'>,
): Promise<Caller> {
  const key = known === undefined ? givenKey(message.headers) : null;
  const keyHash = known ?? (typeof key === 'string' ? hashOfKey(key) : null);
  const caller = keyHash === null ? null : await accounts.authenticate(keyHash);
  if (caller) return caller;
  const attempt = addresses.admit(address, monotonicMs());
  if (!attempt.admitted)
    throw tooManyRequests(
      attempt.retryAfterMs,
      `than ${LIMITS.unauthorizedPerSecond} calls a second without a valid key`,
    );
  if (keyHash !== null && (await accounts.isSuspended(keyHash)))
    throw new ApiError('UNAUTHORIZED', 'the account of this key is suspended; ask the operator to resume it');
  if (key instanceof ApiError) throw key;
  throw new ApiError('UNAUTHORIZED', 'the API key is unknown, revoked or expired; check it, or create a new one');
}

/** Counts the call against the rate of its account and sets the rate headers; RATE_LIMIT_EXCEEDED above the rate. */
export function admitted(
  { accountId, requestsPerSecond: limit }: Caller,
  { limiter, monotonicMs }: Pick<Services, 'limiter' | 'monotonicMs'>,
  headers: Record<string, string>,
): void {
  const admission = limiter.admit(accountId, limit, monotonicMs());
  headers['ratelimit-policy'] = `"default";q=${limit};w=1`;
  const left = admission.admitted ? admission.remaining : 0;
  const seconds = admission.admitted ? 1 : wholeSeconds(admission.retryAfterMs);
  headers['ratelimit'] = `"default";r=${left};t=${seconds}`;
  if (!admission.admitted) throw tooManyRequests(admission.retryAfterMs, `than ${limit} requests in a second`);
}

/** Rejects a path that the key may not call. */
export function checkAllowed(path: string, { allowedPaths }: Caller): void {
  if (allowedPaths.length === 0 || allowedPaths.includes(path)) return;
  throw new ApiError('UNAUTHORIZED', `this key may not call ${path}; key-info lists the paths it may call`);
}
