// The header Idempotency-Key, and the states in which a call with such a key is rejected.
import type { IncomingHttpHeaders } from 'node:http';
import type { IdempotencyIdentity } from '../accounts/idempotency.ts';
import type { Accounts, IdempotencyState, StoredAnswer } from '../accounts/port.ts';
import { ApiError, invalidAt } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';

/** A call that was made before. Either its answer is stored, or it is executed again as far as its credits reach. */
export type RepeatedCall = Extract<IdempotencyState, { readonly state: 'stored' | 'charged' }>;

/** The store of requests with an Idempotency-Key. */
export type IdempotentRequests = Pick<Accounts, 'beginIdempotent' | 'settleIdempotent' | 'abandonIdempotent'>;

function reject(message: string): never {
  throw invalidAt('Idempotency-Key', message);
}

/** The Idempotency-Key in the headers; null if there is none. INVALID_INPUT if it is empty or too long. */
export function givenIdempotencyKey(headers: IncomingHttpHeaders): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length < 1 || key.length > LIMITS.idempotencyKeyLengthMax)
    reject(`must have 1 to ${LIMITS.idempotencyKeyLengthMax} characters`);
  return key;
}

/** The earlier call that this one repeats; null if it is new. Rejects a key that is in use for another call. */
export function repeatedCall(state: IdempotencyState): RepeatedCall | null {
  switch (state.state) {
    case 'begun':
      return null;
    case 'in_flight':
      throw new ApiError(
        'RATE_LIMIT_EXCEEDED',
        'the first attempt of this call, with the same Idempotency-Key, is still running; try again in a second',
        { headers: { 'retry-after': '1' } },
      );
    case 'other_body':
      return reject('was used with another body; use a new key for a new request');
    case 'stored':
    case 'charged':
      return state;
  }
}

/**
 * Executes a free request once: a repetition returns the stored answer. A failed request is not stored, so it can be
 * retried. CONFLICT if it was executed but its answer is not stored. `execute` gets the token of the attempt.
 */
export async function executeIdempotently(
  requests: IdempotentRequests,
  identity: IdempotencyIdentity,
  execute: (token: string) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const state = await requests.beginIdempotent(identity);
  repeatedCall(state);
  if (state.state === 'stored') return state.answer;
  if (state.state !== 'begun')
    throw new ApiError('CONFLICT', 'this was done already, and its answer is no longer stored');
  const { token } = state;
  const answer = await execute(token).catch(async (error: unknown) => {
    await requests.abandonIdempotent(token);
    throw error;
  });
  // The request is executed, so a failure to store its answer must not invite its caller to repeat it.
  await requests.settleIdempotent(token, answer).catch(() => undefined);
  return answer;
}
