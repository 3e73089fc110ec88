// What the service asks of the store of accounts: who calls, what is left, and the durable charge.
// Implementations: sqlite/. Every one passes conformance.ts. Month arithmetic is period.ts, the form of a key key-format.ts.
import { OperatorError } from '../ops/operator-error.ts';

/** A key as it is checked at each request. */
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

/** An answer as it is kept for an Idempotency-Key. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

export interface IdempotencyIdentity {
  readonly accountId: string;
  readonly keyId: string;
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string;
  /** SHA-256 of the body's bytes, hex. */
  readonly bodyHash: string;
}

export type IdempotencyState =
  /** Ours: carry on, then `charge` or `settle` with this token, or `abandon` it. */
  | { readonly state: 'begun'; readonly token: string }
  | { readonly state: 'in_flight' }
  | { readonly state: 'other_body' }
  | { readonly state: 'stored'; readonly answer: StoredAnswer }
  /** It was charged and answered, and the answer has made room for later ones: to be done again, and charged no more. */
  | { readonly state: 'charged' };

/** A finished call that is counted and costs nothing. */
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

/** Serving side. Methods reject only when the store cannot do its work: then the call must be answered 500. */
export interface Accounts {
  /** The caller of a key's SHA-256 (hex); null when it is unknown, revoked or expired. A revocation by any process shows within a second. */
  authenticate(keyHash: string): Promise<Caller | null>;
  /** Whether a key would let its account in, were that not suspended: the reason of a refusal. As far behind as `authenticate`. */
  isSuspended(keyHash: string): Promise<boolean>;
  /** Credits left in the current month, grants included; null when unlimited. Never below 0. */
  remaining(caller: Caller): Promise<number | null>;
  /**
   * Whether so many credits are left, cheaply: asked before the work so that an exhausted account is rejected early. May be a second out of
   * date about other processes while many credits are left; `charge` decides.
   */
  hasCredits(caller: Caller, credits: number): Promise<boolean>;
  /**
   * Takes the price of the call and writes the ledger row durably before it resolves; counts the call. Takes nothing and is not charged when
   * fewer credits are left than the price. A price of 0 is always charged.
   */
  charge(call: Call): Promise<ChargeResult>;
  /** Counts a call that costs nothing; may be written a little later, at the latest on `close`. */
  count(call: CountedCall): void;
  beginIdempotent(identity: IdempotencyIdentity): Promise<IdempotencyState>;
  /** Keeps an answer that is not charged (404). */
  settleIdempotent(token: string, answer: StoredAnswer): Promise<void>;
  /** Forgets a begun request whose answer is not kept, so that it may be tried again. */
  abandonIdempotent(token: string): Promise<void>;
  /** Writes what is pending and lets go of the store. */
  close(): Promise<void>;
}

/** A durable transaction that has ended. */
export interface Commit {
  /** Writes that had waited for it. */
  readonly writes: number;
  readonly seconds: number;
  /** It was undone, and all of its writes with it. */
  readonly failed: boolean;
}

/** Told of what a store does beside answering; it must not throw. */
export interface AccountsObserver {
  observeCommit(commit: Commit): void;
  /** What is written in the background (usage counts, leases) could not be; it is kept and tried again. */
  observeUpkeepFailure(error: unknown): void;
}

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
  /** Credits granted on top of the plan in the current month. */
  readonly granted: number;
  /** Null when unlimited. */
  readonly remaining: number | null;
  /** Since when its keys let nobody in; null while they do. */
  readonly suspendedAt: string | null;
  /** Since when it is kept for audit only, under a name of its own; null while it is there. */
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

/** A key just made: the only time that its text is known. */
export interface MadeKey extends Key {
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

/** Operator's side. An unknown or already taken name rejects with an AccountsError that says what to do. */
export interface AccountsAdmin {
  /** Makes the plan or changes it; accounts on it follow at once. */
  setPlan(plan: Plan): Promise<void>;
  plans(): Promise<Plan[]>;
  /** Accounts on it follow. Refused where a plan has the new name. */
  renamePlan(name: string, newName: string): Promise<Plan>;
  /** Refused, with the accounts named, where it is in use. */
  removePlan(name: string): Promise<void>;
  createAccount(name: string, planName: string): Promise<Account>;
  /** By name: those that are there, or those that were removed. */
  accounts(which?: 'present' | 'removed'): Promise<Account[]>;
  /** Keys, credits and usage stay with it. */
  renameAccount(name: string, newName: string): Promise<Account>;
  /** Puts it on another plan, from the next call on; what it has used in this month stays used. */
  moveAccount(name: string, planName: string): Promise<Account>;
  /** Its keys let nobody in until it is resumed; a suspended one keeps its time. Shows as a revocation does. */
  suspendAccount(name: string): Promise<Account>;
  resumeAccount(name: string): Promise<Account>;
  /** Ends its keys for good. Ledger and usage are kept under a name that says so; its own is free again. */
  removeAccount(name: string): Promise<Account>;
  /** Adds credits to the current month; negative amounts are refused. */
  grant(accountName: string, credits: number): Promise<Account>;
  createKey(key: NewKey): Promise<MadeKey>;
  keys(accountName?: string): Promise<Key[]>;
  revokeKey(id: string): Promise<Key>;
  /** Makes a successor with the same account, name, paths and expiry, once per live key; the old key ends after `graceHours` (0: now). */
  rotateKey(id: string, graceHours: number): Promise<MadeKey>;
  /**
   * The hash under which `Accounts.authenticate` knows the dashboard as a caller of this account: no key has it. Its usage stands under a
   * key of its own, which `keys` leaves out.
   */
  dashboardKeyHash(accountName: string): Promise<string>;
  /** Drops the stored answers that hold one of these texts: a repeated request is then done anew, uncharged. Answers how many. */
  forgetAnswers(texts: readonly string[]): Promise<number>;
  /** Calls in the hours that begin at or after `from` and before `to` (ISO timestamps). */
  usage(filter: { accountName?: string; from?: string; to?: string }): Promise<UsageRow[]>;
}

/** A key as it is told of where stores are compared. */
export interface ComparedKey {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly masked: string;
}

/** What putting a copy of the store in the place of another would undo. */
export interface AccountsDifference {
  /** Keys that the copy holds as valid. */
  readonly liveKeys: readonly ComparedKey[];
  /** Keys that had ended in the store that is replaced and are valid in the copy; null where there is none to compare with. */
  readonly revived: readonly ComparedKey[] | null;
  /** Keys that were valid in the store that is replaced and are not in the copy. */
  readonly lost: readonly ComparedKey[] | null;
  /** Credits of each account and month that the replaced store had more than the copy. */
  readonly credits:
    | readonly { readonly account: string; readonly month: string; readonly used: number; readonly granted: number }[]
    | null;
}

/** A refusal that the operator can mend; the message says how. */
export class AccountsError extends OperatorError {
  override readonly name = 'AccountsError';
}
