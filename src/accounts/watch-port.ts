// The durable state of watches: their members, and their reported changes. A step enters changes and takes their
// credits in one transaction. It is valid only directly after the previous step, so no change is charged twice.
import type { StepOutcome } from './batch-port.ts';
import type { Executing } from './idempotency.ts';

export type WatchState = 'preparing' | 'active' | 'paused' | 'paused_no_credits' | 'failed';

export interface NewWatch {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly kind: 'search' | 'records';
  /** JSON, read by src/watches. `origin`: id of the watched list or saved search. */
  readonly query: string;
}

export interface Watch extends NewWatch {
  readonly state: WatchState;
  readonly reason: string | null;
  /** Generation of the catalog up to which all changes are reported; some later ones may be reported too. */
  readonly generation: number;
  /** Number of reported changes. */
  readonly changes: number;
  readonly creditsUsed: number;
  /** Milliseconds of the epoch. */
  readonly createdAt: number;
}

/** A record that a watch knows: a match, or a listed record with its observed state. */
export interface WatchMember {
  /** `p`, `c` or `j` and the catalog id of the person, company or job row. */
  readonly record: string;
  /** Digests of the observed values; null for a match, and until the values are read. */
  readonly state: string | null;
}

/** A change to report, with the new state of the member. */
export interface NewWatchChange extends WatchMember {
  /** Names of the changed fields; none for a match. */
  readonly fields: readonly string[];
}

export interface WatchChange {
  /** From 1, without gaps. */
  readonly number: number;
  readonly record: string;
  readonly fields: readonly string[];
  readonly at: number;
}

export interface WatchStep {
  readonly watchId: string;
  /** Number of changes before this step; the step is valid only if the stored number is the same. */
  readonly from: number;
  readonly changes: readonly NewWatchChange[];
  readonly credits: number;
}

/** `too_many`: the account has the maximum of watches. `watched`: another watch of the account has the same origin. */
export type WatchAdmission = 'admitted' | 'too_many' | 'watched';

/** Methods reject only if the store fails. */
export interface Watches {
  /** Creates an admitted watch. A change of the same record would be charged for each watch of its list. */
  createWatch(watch: NewWatch & Executing, members: readonly WatchMember[]): Promise<WatchAdmission>;
  findWatch(id: string): Promise<Watch | null>;
  /** The oldest first. */
  watchesOf(accountId: string): Promise<readonly Watch[]>;
  countMembers(id: string): Promise<number>;
  /** Removes the watch with its members and changes; charges stay. */
  removeWatch(id: string): Promise<void>;
  /** The watches that are preparing or active, of accounts that are not suspended, the oldest first. */
  runnableWatches(): Promise<readonly Watch[]>;
  /** Those of these records that are members. */
  membersAmong(watchId: string, records: readonly string[]): Promise<readonly WatchMember[]>;
  /** The members of a list of records. */
  listedRecords(watchId: string): Promise<readonly string[]>;
  /** Members whose state is not read yet. */
  unreadMembers(watchId: string, limit: number): Promise<readonly WatchMember[]>;
  /** Adds members, or sets their states, free of charge: the first state of a watch. */
  putMembers(watchId: string, members: readonly WatchMember[]): Promise<void>;
  /** Sets the state of a watch in one of the states `from`; null if it is in another, or does not exist. */
  changeWatch(change: WatchStateChange): Promise<Watch | null>;
  /** Notes the generation up to which these watches have reported. */
  noteWatched(ids: readonly string[], generation: number): Promise<void>;
  /** Writes the step in one durable transaction. */
  watchStep(step: WatchStep): Promise<StepOutcome>;
  /** The first changes after a number. */
  watchChanges(watchId: string, after: number, limit: number): Promise<readonly WatchChange[]>;
  /** Removes old changes, and the watches of removed accounts. */
  tidyWatches(): Promise<void>;
}

export interface WatchStateChange {
  readonly watchId: string;
  readonly from: readonly WatchState[];
  readonly to: WatchState;
  readonly reason: string | null;
  /** The new generation; unchanged if missing. */
  readonly generation?: number;
}
