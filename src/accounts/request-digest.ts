// The stored key of a request with an Idempotency-Key, and what its status means. Pure.
import { createHash } from 'node:crypto';
import type { IdempotencyIdentity } from './idempotency.ts';

/** A digest of fixed length, for an Idempotency-Key of any length. */
export function requestDigest(identity: Omit<IdempotencyIdentity, 'bodyHash'>): Buffer {
  const { accountId, keyId, method, path, idempotencyKey } = identity;
  return createHash('sha256')
    .update(JSON.stringify([accountId, keyId, method, path, idempotencyKey]))
    .digest();
}

/** The error of an attempt whose lease has lapsed: another one executes the request. */
export const lostLease = (requestId: string) =>
  new Error(`request ${requestId} lost its idempotency lease to another attempt`);

/** Whether an answer of this status was charged. */
export const isCharged = (status: number) => status >= 200 && status < 300;

/** The time, and the length of a lease. */
export interface LeaseTimes {
  readonly now: number;
  readonly leaseMs: number;
}

/**
 * Whether a lease holds. One that ends much later than a new one was taken before the clock was set back: without this
 * rule, a request whose ledger died could not be repeated until the clock has caught up.
 */
export function holdsLease(leasedUntil: number, { now, leaseMs }: LeaseTimes): boolean {
  return leasedUntil > now && leasedUntil <= now + 2 * leaseMs;
}

interface RequestState {
  readonly leasedUntil: number;
  readonly answer: Buffer | null;
  readonly credits: number;
}

/** Whether a free request is marked as executed, and its answer may follow within its lease. */
export function isUnanswered({ leasedUntil, answer, credits }: RequestState, times: LeaseTimes): boolean {
  return answer === null && credits === 0 && holdsLease(leasedUntil, times);
}
