// Requests to the ledger and their outcomes: plain values that can be sent between threads.
import type { Batch, BatchChange, BatchStep, CreateOutcome, NewBatch, StepOutcome } from '../batch-port.ts';
import type { ChargeResult, Commit, IdempotencyIdentity, IdempotencyState } from '../port.ts';
import type { WatchWriteName } from '../watch-port.ts';
import type { WebhookWriteName } from '../webhook-port.ts';
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
  /** Of the idempotent request that the call began: the answer is stored together with the charge. */
  readonly idempotency: { readonly token: string; readonly answer: Uint8Array } | null;
}

/** A write to the batches. */
export type BatchWrite =
  | { readonly act: 'create'; readonly batch: NewBatch }
  | { readonly act: 'step'; readonly step: BatchStep }
  | { readonly act: 'change'; readonly change: BatchChange }
  | { readonly act: 'remove'; readonly batchId: string };

/** Of each write to the batches. */
export interface BatchOutcomes {
  readonly create: CreateOutcome;
  readonly step: StepOutcome;
  readonly change: Batch | null;
  readonly remove: null;
}

interface Requests {
  readonly charge: LedgerCall;
  readonly begin: IdempotencyIdentity;
  readonly settle: PackedAnswer & { readonly token: string };
  readonly abandon: { readonly token: string };
  readonly count: GatheredUsage;
  readonly batch: { readonly write: BatchWrite };
  /** A method of `Webhooks` that writes. */
  readonly webhook: { readonly method: WebhookWriteName; readonly args: readonly unknown[] };
  /** The same of `Watches`. */
  readonly watch: { readonly method: WatchWriteName | 'watchStep'; readonly args: readonly unknown[] };
}

export interface Answers {
  readonly charge: ChargeResult;
  readonly begin: BegunRequest;
  readonly settle: null;
  readonly abandon: null;
  readonly count: null;
  readonly batch: { readonly written: BatchOutcomes[BatchWrite['act']] };
  readonly webhook: { readonly returned: unknown };
  readonly watch: { readonly returned: unknown };
}

export type RequestKind = keyof Requests;
export type LedgerRequest = { readonly [Kind in RequestKind]: Requests[Kind] & { readonly kind: Kind } }[RequestKind];

/** Of one request: its answer once it is durable, or the error that rolled it back. */
export type LedgerOutcome = { readonly done: Answers[RequestKind] } | { readonly failed: unknown };

/** Of the requests that were sent together, in order. */
export interface LedgerReply {
  readonly outcomes: readonly LedgerOutcome[];
  /** The transaction that contained them; null if another reply reports it. */
  readonly commit: Commit | null;
}

/** The connection of one serving thread to the ledger, which may be in another thread. */
export interface LedgerLink {
  /** Resolves once all is durable or rolled back; rejects only if the ledger is gone. */
  send(requests: readonly LedgerRequest[]): Promise<LedgerReply>;
  /** Abandons the unfinished requests of this link and releases the ledger. Nothing may be sent afterwards. */
  close(): Promise<void>;
}
