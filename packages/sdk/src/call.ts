// A call and its result, as callers of the client see them.

/** Settings of one call; they override the settings of the client. */
export interface CallOptions {
  /** Cancels the call, its retries and its waiting. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that one attempt may take, from the request to the last byte of the answer; Infinity: no limit. */
  readonly timeoutMs?: number | undefined;
  /** Number of retries after an attempt that failed for a temporary reason. */
  readonly maxRetries?: number | undefined;
  /**
   * A repetition with the same key and the same body returns the stored answer for 24 hours and costs nothing. By
   * default each call has a random key, so that a retry is never charged twice.
   */
  readonly idempotencyKey?: string | undefined;
}

/** An answer with status 2xx, its credits and its request id. */
export interface Result<Answer> {
  readonly data: Answer;
  /** Credits that the call cost: 0 for free operations and repeated calls. */
  readonly credits: number;
  /** Credits left in this month; null if the operation does not state them. */
  readonly creditsRemaining: number | 'unlimited' | null;
  /** The id of the request; state it when you contact the operator of the service. */
  readonly requestId: string | null;
  /** Whether the service repeated the stored answer of an earlier call with the same Idempotency-Key. */
  readonly isReplayed: boolean;
  /** Status and headers; the body has already been read. */
  readonly response: Response;
}
