// The store of accounts: authentication, remaining credits, and the durable charge.
// Implementations: sqlite/, postgres/. Each passes conformance.ts. Month arithmetic is in period.ts, the form of a key
// in key-format.ts.

import { OperatorError } from '../ops/operator-error.ts';
import type { Batches } from './batch-port.ts';
import type { IdempotencyIdentity } from './idempotency.ts';
import type { Watches } from './watch-port.ts';
import type { Webhooks } from './webhook-port.ts';

/** A key as checked at each request. */
export interface Caller {
  readonly keyId: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly planName: string;
  /** Requests per second, shared by all keys of the account; at least 1. */
  readonly requestsPerSecond: number;
  /** Credits of a calendar month without grants; null when unlimited. */
  readonly creditsPerMonth: number | null;
  /** Full paths the key may call; empty means all. */
  readonly allowedPaths: readonly string[];
}

/** A stored answer of an Idempotency-Key. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

export type IdempotencyState =
  /** Begun by this caller: continue, then `charge` or `settle` with this token, or `abandon` it. */
  | { readonly state: 'begun'; readonly token: string }
  | { readonly state: 'in_flight' }
  | { readonly state: 'other_body' }
  /** `credits`: the credits that were charged for the answer. */
  | { readonly state: 'stored'; readonly answer: StoredAnswer; readonly credits: number }
  /**
   * The request was executed and charged this many credits, but its answer is not stored: it was evicted, or storing it
   * failed. Execute a call that only reads again without a charge, up to these credits.
   */
  | { readonly state: 'charged'; readonly credits: number };

/** A finished call that is counted and free. */
export interface CountedCall {
  readonly caller: Caller;
  /** Full path of the endpoint. */
  readonly path: string;
  readonly status: number;
}

/** A finished call and its price. */
export interface Call extends CountedCall {
  readonly requestId: string;
  /** The price: a whole number of credits; 0 is free. */
  readonly credits: number;
  /** Set when the call began an idempotent request: the answer is stored together with the charge. */
  readonly idempotency?: { readonly token: string; readonly body: string };
}

export type ChargeResult =
  | { readonly charged: true /** Null when unlimited. */; readonly remaining: number | null }
  | { readonly charged: false };

/** A key with which the operator pushes records, as checked at each call. */
export interface IngestCaller {
  readonly keyId: string;
}

/** The serving side. Methods reject only if the store fails; the call must then be answered with status 500. */
export interface Accounts {
  /**
   * The caller of a key's SHA-256 (hex); null if it is unknown, revoked or expired. A revocation by any process takes
   * effect within a second.
   */
  authenticate(keyHash: string): Promise<Caller | null>;
  /**
   * Whether a key is invalid only because its account is suspended: the reason of a rejection. May be as stale as
   * `authenticate`.
   */
  isSuspended(keyHash: string): Promise<boolean>;
  /** Credits left in the current month, grants included; null when unlimited. Never below 0. */
  remaining(caller: Pick<Caller, 'accountId'>): Promise<number | null>;
  /**
   * Whether this many credits are left: a cheap check before the work, so that an exhausted account is rejected early.
   * Changes by other processes may be missing for up to a second while many credits are left. `charge` makes the final
   * decision.
   */
  hasCredits(caller: Caller, credits: number): Promise<boolean>;
  /**
   * Takes the price of the call and writes the ledger row durably before it resolves; counts the call. If fewer credits
   * are left than the price, it takes nothing and does not charge the call. A price of 0 is always charged.
   */
  charge(call: Call): Promise<ChargeResult>;
  /** Counts a free call. The count may be written later, at the latest by `close`. */
  count(call: CountedCall): void;
  beginIdempotent(identity: IdempotencyIdentity): Promise<IdempotencyState>;
  /** Stores a free answer, such as a 404. */
  settleIdempotent(token: string, answer: StoredAnswer): Promise<void>;
  /** Removes a begun request that is not executed, so that it can be tried again. */
  abandonIdempotent(token: string): Promise<void>;
  /** Writes pending data and releases the store. */
  close(): Promise<void>;
}

/** The keys with which the operator pushes records. */
export interface IngestKeys {
  /** The caller of a key's SHA-256 (hex); null if it is unknown, revoked or expired. */
  authenticate(keyHash: string): Promise<IngestCaller | null>;
  /** Records the use of a key. It may be written later. */
  noteUse(keyId: string): void;
}

/** The state of the objects that are stored with the accounts. */
export interface AccountRepositories {
  readonly batches: Batches;
  readonly webhooks: Webhooks;
  readonly watches: Watches;
}

/** The serving side with the repositories and the ingest keys. */
export interface BatchingAccounts extends Accounts, AccountRepositories {
  readonly ingestKeys: IngestKeys;
}

/** A finished durable transaction. */
export interface Commit {
  /** Number of writes in the transaction. */
  readonly writes: number;
  readonly seconds: number;
  /** True if it was rolled back with all of its writes. */
  readonly failed: boolean;
}

/** Receives background events of a store; it must not throw. */
export interface AccountsObserver {
  observeCommit(commit: Commit): void;
  /** A background write (usage counts, leases) failed. The data is kept and the write is retried. */
  observeUpkeepFailure(error: unknown): void;
}

export const UNOBSERVED: AccountsObserver = { observeCommit: () => {}, observeUpkeepFailure: () => {} };

export interface Plan {
  readonly name: string;
  readonly creditsPerMonth: number | null;
  readonly requestsPerSecond: number;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly planName: string;
  readonly createdAt: string;
  /** Credits used in the current month. */
  readonly used: number;
  /** Credits granted in addition to the plan in the current month. */
  readonly granted: number;
  /** Null when unlimited. */
  readonly remaining: number | null;
  /** Start of its suspension, during which its keys are invalid; null if it is not suspended. */
  readonly suspendedAt: string | null;
  /** Time of its removal, after which it is kept for audit only, under a derived name; null while it exists. */
  readonly removedAt: string | null;
}

export interface Key {
  readonly id: string;
  readonly accountName: string;
  readonly name: string;
  /** `cf_live_…` with only the first and last four characters readable. */
  readonly masked: string;
  readonly allowedPaths: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
}

export interface NewKey {
  readonly accountName: string;
  readonly name: string;
  readonly allowedPaths: readonly string[];
  /** ISO timestamp in the future, or null. */
  readonly expiresAt: string | null;
}

/** A new key: the only time that its text is available. */
export interface CreatedKey extends Key {
  readonly key: string;
}

/** A key of the operator for pushing records; it belongs to no account. */
export type IngestKey = Omit<Key, 'accountName' | 'allowedPaths'>;

/** A new ingest key: the only time that its text is available. */
export interface CreatedIngestKey extends IngestKey {
  readonly key: string;
}

export interface UsageRow {
  /** Start of the hour, ISO timestamp in UTC. */
  readonly hour: string;
  readonly accountName: string;
  readonly keyId: string;
  readonly path: string;
  readonly status: number;
  readonly calls: number;
  readonly credits: number;
}

/** The operator's side. An unknown or already taken name rejects with an AccountsError that states the remedy. */
export interface AccountsAdmin {
  /** Creates or changes the plan. A change applies to the accounts on it at once. */
  setPlan(plan: Plan): Promise<void>;
  plans(): Promise<Plan[]>;
  /** Accounts on the plan keep it. Rejected if another plan has the new name. */
  renamePlan(name: string, newName: string): Promise<Plan>;
  /** Rejected, with the accounts named, if it is in use. */
  removePlan(name: string): Promise<void>;
  createAccount(name: string, planName: string): Promise<Account>;
  /** By name: existing accounts, or removed ones. */
  accounts(which?: 'present' | 'removed'): Promise<Account[]>;
  /** Keys, credits and usage stay with it. */
  renameAccount(name: string, newName: string): Promise<Account>;
  /** Assigns another plan, from the next call on; its used credits of this month stay. */
  moveAccount(name: string, planName: string): Promise<Account>;
  /**
   * Its keys are invalid until the account is resumed. A suspended account keeps its first time of suspension. Takes
   * effect as fast as a revocation.
   */
  suspendAccount(name: string): Promise<Account>;
  resumeAccount(name: string): Promise<Account>;
  /** Ends its keys permanently. Ledger and usage are kept under a derived name; its own name is free again. */
  removeAccount(name: string): Promise<Account>;
  /**
   * Adds credits to the current month; negative amounts are rejected. `attempt`: the token of an idempotent request,
   * which is never executed again if the credits were added. Rejects if another attempt has taken over the request.
   */
  grant(accountName: string, credits: number, attempt?: string | null): Promise<Account>;
  createKey(key: NewKey): Promise<CreatedKey>;
  keys(accountName?: string): Promise<Key[]>;
  revokeKey(id: string): Promise<Key>;
  createIngestKey(key: Pick<NewKey, 'name' | 'expiresAt'>): Promise<CreatedIngestKey>;
  /** The oldest first. */
  ingestKeys(): Promise<IngestKey[]>;
  revokeIngestKey(id: string): Promise<IngestKey>;
  /**
   * Creates a successor with the same account, name, paths and expiry, once per live key; the old key ends after
   * `graceHours` (0: now).
   */
  rotateKey(id: string, graceHours: number): Promise<CreatedKey>;
  /**
   * The hash by which `Accounts.authenticate` identifies the dashboard as a caller of this account; no key has this
   * hash. Its usage is stored under a key of its own, which `keys` omits.
   */
  dashboardKeyHash(accountName: string): Promise<string>;
  /**
   * Removes the stored answers that contain one of these texts, or those of all charged calls. A repeated request is
   * then executed again, uncharged. Returns their number.
   */
  removeAnswers(of: readonly string[] | 'charged'): Promise<number>;
  /** Calls in the hours that begin at or after `from` and before `to` (ISO timestamps). */
  usage(filter: { accountName?: string; from?: string; to?: string }): Promise<UsageRow[]>;
}

/** A key in a comparison of stores. */
export interface ComparedKey {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly masked: string;
}

/** The changes that are lost if a copy replaces the store. */
export interface AccountsDifference {
  /** Keys that are valid in the copy. */
  readonly liveKeys: readonly ComparedKey[];
  /** Keys that had ended in the replaced store and are valid in the copy; null if there is no store to compare with. */
  readonly revived: readonly ComparedKey[] | null;
  /** Keys that were valid in the replaced store and are not in the copy. */
  readonly lost: readonly ComparedKey[] | null;
  /** Credits of each account and month that the replaced store had more than the copy. */
  readonly credits:
    | readonly { readonly account: string; readonly month: string; readonly used: number; readonly granted: number }[]
    | null;
}

/** A rejection that the operator can resolve; the message explains how. */
export class AccountsError extends OperatorError {
  override readonly name = 'AccountsError';
}
