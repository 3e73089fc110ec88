// A request as a caller means it, and one attempt at it: the call that is made, and what is known of how it goes.

/** A key as its holder knows it. */
export interface HeldKey {
  readonly id: string;
  readonly text: string;
  readonly accountName: string;
  readonly allowedPaths: readonly string[];
}

export interface Request {
  readonly key: HeldKey;
  readonly method: string;
  readonly path: string;
  readonly operation: 'key-info' | 'domain-to-network' | 'current-date';
  /** The price of the operation. */
  readonly credits: number;
  readonly body: string;
  readonly bodyHash: string;
  readonly idempotencyKey: string | null;
  /** Key, path and Idempotency-Key: what makes two requests one. */
  readonly identity: string;
  /** What a caller who made no mistake is answered when nothing goes wrong. */
  readonly expected: 200 | 401 | 404 | 405 | 422;
}

/** Why a call may be refused although its request is good. */
export type Excuse =
  | 'store fault'
  | 'caller gone'
  | 'lost lease'
  | 'no credit'
  | 'rate'
  | 'in flight'
  | 'other body'
  | 'key';

export interface Attempt {
  readonly requestId: string;
  readonly request: Request;
  /** Answered: the caller has the answer. Cut off: its process died or its connection did. */
  state: 'running' | 'answered' | 'cut off';
  /** Its ledger row is on disk. */
  charged: boolean;
  /**
   * Credits left after each credit that its account took in its transaction: those of its price in a row are its own, and the least of them
   * is what it is told.
   */
  remainders: Set<number | null>;
  /** Credits left just after its charge, as it was told. */
  remaining: number | null;
  /** Of the idempotent request that it began. */
  token: string | null;
  /** The earliest that the store may take for the beginning of that request. */
  begunAtMs: number;
  /** The answer that was handed in with the charge. */
  chargedBody: string | null;
  /** The answer that the store gave it to repeat. */
  repeatedBody: string | null;
  /** The caller no longer listens. */
  gone: boolean;
  /** Its thread has died; what it had asked the ledger for may still be done. */
  orphaned: boolean;
  readonly excuses: Set<Excuse>;
}
