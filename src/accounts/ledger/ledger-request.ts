// Requests to the ledger and their outcomes: plain values that can be sent between threads.
import type { IdempotencyIdentity } from '../idempotency.ts';
import type { AccountRepositories, ChargeResult, Commit, IdempotencyState } from '../port.ts';
import type { GatheredUsage } from './usage-tally.ts';

/** An answer as stored: compressed by packed-answer.ts, in the serving thread. */
export interface PackedAnswer {
  readonly status: number;
  readonly answer: Uint8Array;
}

/** As `IdempotencyState`, with the answer as stored. */
export type BegunRequest =
  | Exclude<IdempotencyState, { readonly state: 'stored' }>
  | { readonly state: 'stored'; readonly answer: PackedAnswer; readonly credits: number };

/** A finished call to charge. */
export interface LedgerCall {
  readonly accountId: string;
  readonly keyId: string;
  readonly requestId: string;
  readonly path: string;
  readonly status: number;
  /** The price of the call. */
  readonly credits: number;
  /** The idempotent request that the call began; its answer is stored together with the charge. */
  readonly idempotency: { readonly token: string; readonly answer: Uint8Array } | null;
}

/** A call of a method of a repository that writes. */
export interface RepositoryCall {
  readonly repository: keyof AccountRepositories;
  readonly method: string;
  readonly args: readonly unknown[];
}

interface Requests {
  readonly charge: LedgerCall;
  readonly begin: IdempotencyIdentity;
  readonly settle: PackedAnswer & { readonly token: string };
  readonly abandon: { readonly token: string };
  readonly count: GatheredUsage;
  readonly write: RepositoryCall;
}

export interface Answers {
  readonly charge: ChargeResult;
  readonly begin: BegunRequest;
  readonly settle: null;
  readonly abandon: null;
  readonly count: null;
  readonly write: { readonly returned: unknown };
}

export type RequestKind = keyof Requests;
export type LedgerRequest = { readonly [Kind in RequestKind]: Requests[Kind] & { readonly kind: Kind } }[RequestKind];

/** Outcome of one request: its result once it is durable, or the error that rolled it back. */
export type LedgerOutcome = { readonly done: Answers[RequestKind] } | { readonly failed: unknown };

/** Outcomes of the requests that were sent together, in order. */
export interface LedgerReply {
  readonly outcomes: readonly LedgerOutcome[];
  /** The transaction that contained them; null if another reply reports it. */
  readonly commit: Commit | null;
}

/** The connection of one serving thread to the ledger, which may be in another thread. */
export interface LedgerLink {
  /** Resolves once all requests are durable or rolled back; rejects only if the ledger has ended. */
  send(requests: readonly LedgerRequest[]): Promise<LedgerReply>;
  /** Abandons the unfinished requests of this link and releases the ledger. Nothing may be sent afterwards. */
  close(): Promise<void>;
}
