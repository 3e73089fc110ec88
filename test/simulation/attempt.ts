// A request as its client intends it, and one attempt at it: the call, and the known facts of its progress.

/** A key with its text. */
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
  /** Key, path and Idempotency-Key: two requests with the same values are the same request. */
  readonly identity: string;
  /** The status of a correct answer if nothing fails. */
  readonly expected: 200 | 401 | 404 | 405 | 422;
}

/** A reason for which a good request may be rejected. */
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
  /** Answered: the client has the answer. Cut off: its process died or its connection closed. */
  state: 'running' | 'answered' | 'cut off';
  /** Its ledger row is durable. */
  charged: boolean;
  /**
   * Remaining credits after each credit that its account spent in its transaction. The credits of the call itself are
   * consecutive, as many as its price, and its answer reports the lowest.
   */
  remainders: Set<number | null>;
  /** Remaining credits right after its charge, as reported to the attempt. */
  remaining: number | null;
  /** Token of the idempotent request that it began. */
  token: string | null;
  /** The earliest time that the store may record as the start of that request. */
  begunAtMs: number;
  /** The answer that was stored with the charge. */
  chargedBody: string | null;
  /** The stored answer that the store returned. */
  repeatedBody: string | null;
  /** The client has disconnected. */
  gone: boolean;
  /** Its thread has died; the ledger may still execute its messages. */
  orphaned: boolean;
  readonly excuses: Set<Excuse>;
}
