// What a serving thread asks of the ledger and what it is told: plain values, as they go between threads.
import type { ChargeResult, Commit, IdempotencyIdentity, IdempotencyState } from '../port.ts';
import type { GatheredUsage } from './usage-tally.ts';

/** An answer as it is stored: compressed by packed-answer.ts, in the thread that serves. */
export interface PackedAnswer {
  readonly status: number;
  readonly answer: Uint8Array;
}

/** As `IdempotencyState`, with the answer as it is stored. */
export type BegunRequest =
  | Exclude<IdempotencyState, { readonly state: 'stored' }>
  | { readonly state: 'stored'; readonly answer: PackedAnswer };

/** A finished call that is to be charged. */
export interface LedgerCall {
  readonly accountId: string;
  readonly keyId: string;
  readonly requestId: string;
  readonly path: string;
  readonly status: number;
  /** The price of the call. */
  readonly credits: number;
  /** Of the idempotent request that the call began: the answer is kept together with the charge. */
  readonly idempotency: { readonly token: string; readonly answer: Uint8Array } | null;
}

interface Requests {
  readonly charge: LedgerCall;
  readonly begin: IdempotencyIdentity;
  readonly settle: PackedAnswer & { readonly token: string };
  readonly abandon: { readonly token: string };
  readonly count: GatheredUsage;
}

export interface Answers {
  readonly charge: ChargeResult;
  readonly begin: BegunRequest;
  readonly settle: null;
  readonly abandon: null;
  readonly count: null;
}

export type RequestKind = keyof Requests;
export type LedgerRequest = { readonly [Kind in RequestKind]: Requests[Kind] & { readonly kind: Kind } }[RequestKind];

/** Of one request: its answer once it is durable, or why it was undone. */
export type LedgerOutcome = { readonly done: Answers[RequestKind] } | { readonly failed: unknown };

/** Of the requests that were sent together, in their order. */
export interface LedgerReply {
  readonly outcomes: readonly LedgerOutcome[];
  /** The transaction that they were part of; null where another reply tells of it. */
  readonly commit: Commit | null;
}

/** The way to the ledger of one serving thread, which may be in another thread. */
export interface LedgerLink {
  /** Resolves once all is durable or undone; rejects only where the ledger is gone. */
  send(requests: readonly LedgerRequest[]): Promise<LedgerReply>;
  /** Abandons what was begun over this link and not ended, and lets go of the ledger. Nothing is sent any more. */
  close(): Promise<void>;
}
