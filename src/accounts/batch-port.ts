// The durable state of batches. Progress and charges of a step are one transaction, so each row is charged at most
// once. Inputs and results are files (src/batches); a state contains the number of their bytes that are valid.

import { BATCHES_PATH } from '../contract/resources/batch-paths.ts';
import type { IdempotencyIdentity } from './idempotency.ts';

/** Name of a batch file that several servers share. */
export const batchFile = (batchId: string, name: 'input' | 'results'): string => `${batchId}/${name}`;

export const BATCH_STATES = ['queued', 'running', 'paused_no_credits', 'completed', 'cancelled', 'failed'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** States in which rows remain to be done, now or after a resume. */
export const UNFINISHED: readonly BatchState[] = ['queued', 'running', 'paused_no_credits'];

/** A batch as it is created. */
export interface NewBatch {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly operation: string;
  readonly rows: number;
  readonly maxCredits: number | null;
  /** SHA-256 of operation, options and input, hex. */
  readonly inputHash: string;
  readonly idempotencyKey: string | null;
  /** JSON, read by src/batches. */
  readonly options: string;
}

export interface Batch extends NewBatch {
  readonly state: BatchState;
  /** The reason of a pause or a failure; null otherwise. */
  readonly reason: string | null;
  /** Number of executed rows, counted from the start of the input. */
  readonly done: number;
  readonly found: number;
  readonly missed: number;
  readonly invalid: number;
  readonly creditsUsed: number;
  /** Bytes of the input that contain the executed rows. */
  readonly inputBytes: number;
  /** Bytes of the results of the executed rows. */
  readonly resultBytes: number;
  /** Milliseconds of work so far. */
  readonly busyMs: number;
  /** Milliseconds of the epoch. */
  readonly createdAt: number;
}

/** Executed rows of a batch, whose results are durable. */
export interface BatchStep {
  readonly batchId: string;
  /** Number of rows that were executed before. The step is valid only if the stored number is the same. */
  readonly from: number;
  readonly done: number;
  readonly found: number;
  readonly missed: number;
  readonly invalid: number;
  readonly credits: number;
  readonly inputBytes: number;
  readonly resultBytes: number;
  /** The results of these rows, stored with the step; null or missing if they are already durable. */
  readonly results?: Uint8Array | null;
  readonly busyMs: number;
}

/** Outcome of a step of a batch or a watch. */
export type StepOutcome =
  | 'done'
  /** The remaining credits do not cover the step; nothing was written. */
  | 'no_credits'
  /**
   * Another step was written first, the batch or watch is not running, its account is suspended, or its maximum of
   * credits does not cover the step; nothing was written.
   */
  | 'stopped';

export type CreateOutcome =
  | { readonly outcome: 'created' | 'replayed' | 'same_input'; readonly batchId: string }
  /** The Idempotency-Key belongs to a batch of another input. */
  | { readonly outcome: 'other_input' }
  /** The batch of the Idempotency-Key was removed: another one would be charged for the same call again. */
  | { readonly outcome: 'removed' }
  /** The account has the maximum of unfinished or of stored batches already. */
  | { readonly outcome: 'too_many_unfinished' }
  | { readonly outcome: 'too_many_stored' };

export interface BatchChange {
  readonly batchId: string;
  /** Only a batch in one of these states is changed. */
  readonly from: readonly BatchState[];
  readonly to: BatchState;
  readonly reason: string | null;
  /** A new maximum; the same if it is missing. */
  readonly maxCredits?: number | null;
}

/** Methods reject only if the store fails. */
export interface Batches {
  find(batchId: string): Promise<Batch | null>;
  /** All batches of an account, the newest first. */
  ofAccount(accountId: string): Promise<Batch[]>;
  /** The batches that are queued or running, of accounts that are not suspended, the oldest first. */
  runnable(): Promise<Batch[]>;
  /** Ids of all batches created before this time, and of all batches of removed accounts. */
  outdated(createdBefore: number): Promise<string[]>;
  create(batch: NewBatch): Promise<CreateOutcome>;
  /** Enters the rows and takes their credits in one durable transaction. */
  step(step: BatchStep): Promise<StepOutcome>;
  /** Null if no batch of this id is in one of the states. */
  change(change: BatchChange): Promise<Batch | null>;
  /** Removes the state; charges stay. `keepsKey`: its Idempotency-Key creates no other batch for 24 hours. */
  remove(batchId: string, keepsKey: boolean): Promise<void>;
}

/** The identity of a batch among the requests with an Idempotency-Key; null without a key. */
export function batchIdentity(
  batch: Pick<NewBatch, 'accountId' | 'keyId' | 'idempotencyKey' | 'inputHash'>,
): IdempotencyIdentity | null {
  const { accountId, keyId, idempotencyKey, inputHash: bodyHash } = batch;
  if (idempotencyKey === null) return null;
  return { accountId, keyId, idempotencyKey, method: 'POST', path: BATCHES_PATH, bodyHash };
}
