// The first steps of every call: authenticate its key, count it against the rate limit of the account, and check that
// the key may call the path.
import type { IncomingMessage } from 'node:http';
import { hashOfKey, kindOfKey } from '../accounts/key-format.ts';
import type { Caller, IngestCaller, IngestKeys } from '../accounts/port.ts';
import { ApiError, unauthorized } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Services } from './call.ts';
import { givenKey } from './given-key.ts';
import { accountRejected, perSecondText, tooManyRequests, wholeSeconds } from './too-many-requests.ts';

/** The headers of a call, and the address that it comes from. */
interface Arrival {
  readonly message: IncomingMessage;
  /** Address of the peer; undefined if its socket is closed. */
  readonly address: string | undefined;
  /** Set for a caller that is known without a key in the headers. */
  readonly keyHash?: string;
}

/**
 * Authenticates the key of the call and returns its caller. UNAUTHORIZED if the key is missing or invalid;
 * RATE_LIMIT_EXCEEDED after too many such attempts.
 */
export async function authenticated(
  { message, address, keyHash: known }: Arrival,
  { accounts, addresses, monotonicMs }: Pick<Services, 'accounts' | 'addresses' | 'monotonicMs'>,
): Promise<Caller> {
  const key = known === undefined ? givenKey(message.headers) : null;
  const keyHash = known ?? (typeof key === 'string' ? hashOfKey(key) : null);
  const caller = keyHash === null ? null : await accounts.authenticate(keyHash);
  if (caller) return caller;
  await countAttempt(address, { addresses, monotonicMs });
  if (keyHash !== null && (await accounts.isSuspended(keyHash)))
    throw unauthorized('the account of this key is suspended; ask the operator to resume it');
  if (key instanceof ApiError) throw key;
  if (key !== null && kindOfKey(key) === 'ingest')
    throw unauthorized('an ingest key only pushes records under /ingest/v1; send an API key here');
  throw unauthorized('the API key is unknown, revoked or expired; check it, or create a new one');
}

/** Counts a call without a valid key. RATE_LIMIT_EXCEEDED after too many of them from one address. */
async function countAttempt(
  address: string | undefined,
  { addresses, monotonicMs }: Pick<Services, 'addresses' | 'monotonicMs'>,
): Promise<void> {
  const attempt = await addresses.admit(address, monotonicMs());
  if (attempt.admitted) return;
  throw tooManyRequests(
    attempt.retryAfterMs,
    `than ${LIMITS.unauthorizedPerSecond} calls a second without a valid key`,
  );
}

/** Authenticates an ingest key and returns its caller. UNAUTHORIZED and RATE_LIMIT_EXCEEDED as in `authenticated`. */
export async function ingestCaller(
  { message, address }: Arrival,
  { ingestKeys, ...limits }: { readonly ingestKeys: IngestKeys } & Pick<Services, 'addresses' | 'monotonicMs'>,
): Promise<IngestCaller> {
  const key = givenKey(message.headers);
  const kind = typeof key === 'string' ? kindOfKey(key) : null;
  const keyHash = typeof key === 'string' && kind === 'ingest' ? hashOfKey(key) : null;
  const caller = keyHash === null ? null : await ingestKeys.authenticate(keyHash);
  if (caller) return caller;
  await countAttempt(address, limits);
  if (key instanceof ApiError) throw key;
  const reason =
    kind === 'call'
      ? 'an API key cannot push records; send an ingest key, which `cardfile keys create --ingest` creates'
      : 'the ingest key is unknown, revoked or expired; `cardfile keys create --ingest` creates one';
  throw unauthorized(reason);
}

interface Admitting extends Pick<Services, 'limiter' | 'monotonicMs'> {
  /** The call has items that are not read yet: a rejected caller waits until a bulk call of any size fits. */
  readonly hasItems?: boolean;
}

/** Counts the call against the rate of its account and sets the rate headers; RATE_LIMIT_EXCEEDED above the rate. */
export async function admitCall(
  { accountId, requestsPerSecond: limit }: Caller,
  { limiter, monotonicMs, hasItems = false }: Admitting,
  headers: Record<string, string>,
): Promise<void> {
  const admission = await limiter.admit(accountId, limit, monotonicMs());
  headers['ratelimit-policy'] = `"default";q=${limit};w=1`;
  const left = admission.admitted ? admission.remaining : 0;
  const seconds = admission.admitted ? 1 : wholeSeconds(admission.retryAfterMs);
  headers['ratelimit'] = `"default";r=${left};t=${seconds}`;
  if (admission.admitted) return;
  const { retryAfterMs, idleAfterMs = retryAfterMs } = admission;
  const rejection = hasItems ? { ...admission, retryAfterMs: idleAfterMs } : admission;
  throw accountRejected(rejection, `than ${perSecondText(limit)}`);
}

/**
 * Counts a message of another protocol; RATE_LIMIT_EXCEEDED above the limit of messages. It is higher than the rate of
 * the account, against which the calls that the messages make are counted: a client sends several messages before its
 * first call, even with one request per second.
 */
export async function admitMessage(
  { accountId, requestsPerSecond }: Caller,
  { limiter, monotonicMs }: Pick<Services, 'limiter' | 'monotonicMs'>,
): Promise<void> {
  const limit = requestsPerSecond + LIMITS.mcpMessagesPerSecond;
  const admission = await limiter.admit(`${accountId}:messages`, limit, monotonicMs());
  if (!admission.admitted) throw tooManyRequests(admission.retryAfterMs, `than ${limit} messages in a second`);
}

/** Rejects a path that the key may not call. */
export function checkAllowed(path: string, { allowedPaths }: Caller): void {
  if (allowedPaths.length === 0 || allowedPaths.includes(path)) return;
  throw unauthorized(`this key may not call ${path}; key-info lists the paths it may call`);
}
