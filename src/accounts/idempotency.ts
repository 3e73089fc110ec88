// The identity of a request with an Idempotency-Key, and the work that such a request executes.

export interface IdempotencyIdentity {
  readonly accountId: string;
  readonly keyId: string;
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string;
  /** SHA-256 of the body's bytes, hex. */
  readonly bodyHash: string;
}

/** Work that is the execution of a free request with an Idempotency-Key. */
export interface Executing {
  /** The token of the request, which is marked as executed in the transaction of the work; null if it has no key. */
  readonly attempt?: string | null;
}
