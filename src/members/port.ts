// The interface of the store of dashboard members: members, invitations, sessions, one-time passwords, sign-in
// attempts, the audit log, saved searches and lists. Implementations: sqlite/ and postgres/; each passes
// conformance.ts. The store refers to accounts by name only. password.ts hashes the passwords.
import type { Role } from '../contract/roles.ts';
import { OperatorError } from '../ops/operator-error.ts';

export type { Role } from '../contract/roles.ts';

export interface Member {
  readonly id: string;
  /** Lower case; unique among members. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Null for an operator without an account; never null for another role. */
  readonly accountName: string | null;
  readonly createdAt: string;
  /** To the minute; null before the first sign-in. */
  readonly lastSeenAt: string | null;
  readonly hasPassword: boolean;
  /** Whether sign-in also requires a code (TOTP). */
  readonly hasTotp: boolean;
}

/** Role and account, which belong together. */
export type Membership = Pick<Member, 'role' | 'accountName'>;

export interface Credentials {
  readonly member: Member;
  /** In the format of password.ts; null if the member signs in with OpenID Connect only. */
  readonly passwordHash: string | null;
  /** Issuer and subject of OpenID Connect; null before the first sign-in with it. */
  readonly subject: string | null;
}

/** The right to accept an invitation: possession of its token, or verified ownership of its address. */
export type InvitationProof = { readonly tokenHash: string } | { readonly verifiedEmail: string };

export interface Invitation extends Membership {
  readonly id: string;
  /** Null for a set-up link: its holder chooses the address. */
  readonly email: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly invitedBy: string;
}

export interface NewInvitation extends Membership {
  /** SHA-256 of the token, hex. */
  readonly tokenHash: string;
  /** Null for a set-up link, whose role is operator. */
  readonly email: string | null;
  readonly lifeMs: number;
  readonly invitedBy: string;
}

/** The member that an accepted invitation creates. */
export interface Acceptance {
  /** Ignored if the invitation names an address. */
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string | null;
  /** Issuer and subject of OpenID Connect; null without. */
  readonly subject: string | null;
}

/** A method that rejects a request throws a MembersError. */
export interface Members {
  members(): Promise<Member[]>;
  byEmail(email: string): Promise<Credentials | null>;
  bySubject(subject: string): Promise<Member | null>;
  /** Ends the sessions of the member and invalidates an invitation of the address. Rejected for the last operator. */
  change(id: string, membership: Membership): Promise<Member>;
  /** Removes the member, under the same rules as `change`. */
  remove(id: string): Promise<void>;
  /** Names of accounts to which members, invitations, saved searches and lists refer. */
  accountNames(): Promise<string[]>;
  /** Renames the account of its members, invitations, saved searches and lists. */
  followAccount(name: string, newName: string): Promise<void>;
  /**
   * Called for a removed account: its members are removed and their sessions end, its invitations become invalid, and
   * operators remain without an account. Returns the addresses of the removed members.
   */
  leaveAccount(name: string): Promise<string[]>;
  setPassword(id: string, passwordHash: string): Promise<void>;
  linkSubject(id: string, subject: string): Promise<void>;
  /**
   * One invitation per address: a new one replaces the previous one. Several set-up links are valid at the same time.
   */
  invite(invitation: NewInvitation): Promise<Invitation>;
  /** The invitations that can be accepted, without set-up links; newest first. */
  invitations(): Promise<Invitation[]>;
  /** Null if it is accepted, withdrawn, expired or unknown. */
  invitationOf(tokenHash: string): Promise<Invitation | null>;
  /**
   * Creates the member and uses up the invitation, atomically. If a member of that address exists, the member gets the
   * role, account, name and password of the acceptance, and its sessions end: this is the reset of a forgotten
   * password. The first member of all invalidates every other set-up link.
   */
  accept(proof: InvitationProof, acceptance: Acceptance): Promise<Member>;
  withdraw(id: string): Promise<void>;
}

export interface Session {
  readonly member: Member;
  readonly beganAt: string;
  /** Time at which the session ends unless it is used again. */
  readonly idleEndsAt: string;
  readonly endsAt: string;
}

export interface Sessions {
  begin(memberId: string, tokenHash: string): Promise<Session>;
  /** Begins a session of a member who still has to enter a code: `find` does not return it. */
  beginAwaiting(memberId: string, tokenHash: string): Promise<void>;
  /**
   * Null if the session has ended, is unknown or awaits a code. Counts as use. The member in the result is up to date.
   */
  find(tokenHash: string): Promise<Session | null>;
  /** The member of a session that awaits a code; null if it awaits none, or has waited too long. */
  findAwaiting(tokenHash: string): Promise<Member | null>;
  end(tokenHash: string): Promise<void>;
  endAllOf(memberId: string): Promise<void>;
}

/** The second step of a member's sign-in. */
export interface TotpState {
  /** In the format of totp.ts. */
  readonly secret: string;
  /** Null while no code has confirmed the secret: sign-in does not ask for codes yet. */
  readonly onSince: string | null;
  readonly recoveryCodesLeft: number;
}

/** Secrets and recovery codes of time-based one-time passwords. */
export interface Totp {
  /** Null if the member has no secret. */
  stateOf(memberId: string): Promise<TotpState | null>;
  /** Stores a secret in place of an unconfirmed one. Rejected if sign-in already requires codes. */
  propose(memberId: string, secret: string): Promise<void>;
  /** Makes sign-in require codes of later steps. Rejected if the member has another secret, or codes are on. */
  switchOn(memberId: string, confirmed: ConfirmedSecret): Promise<void>;
  /** Uses up the code of a step and the codes of all earlier steps. False if the code is already used up. */
  useStep(memberId: string, step: number): Promise<boolean>;
  /** Uses up a recovery code. False if there is no such code. */
  useRecoveryCode(memberId: string, codeHash: string): Promise<boolean>;
  /** Replaces the recovery codes. Rejected if codes are off. */
  replaceRecoveryCodes(memberId: string, codeHashes: readonly string[]): Promise<void>;
  /** Removes secret and recovery codes. False if codes were off. */
  switchOff(memberId: string): Promise<boolean>;
}

export interface ConfirmedSecret {
  readonly secret: string;
  /** The step of the code that confirms it, which is used up. */
  readonly step: number;
  readonly recoveryCodeHashes: readonly string[];
}

/** Maximum failed attempts of one kind within the window of the store. */
export interface AttemptLimit {
  readonly subject: string;
  readonly max: number;
}

export type Admission =
  | { readonly admitted: true /** For `forgive`. */; readonly ticket: readonly number[] }
  | { readonly admitted: false; readonly retryAfterMs: number };

export interface SignInAttempts {
  /** Counts an attempt under each subject, unless one of them has reached its maximum in the last 15 minutes. */
  admit(limits: readonly AttemptLimit[]): Promise<Admission>;
  /** Removes a successful attempt from the count. */
  forgive(ticket: readonly number[]): Promise<void>;
}

/** Longer texts of an entry are cut. */
export const AUDIT_TEXT_LENGTH_MAX = 300;

/** One entry of the audit log. It contains no secrets. */
export interface AuditEntry {
  readonly who: string;
  readonly action: string;
  readonly subject: string;
  readonly address: string;
  readonly result: string;
}

export interface NotedEntry extends AuditEntry {
  readonly id: number;
  readonly at: string;
}

/** Entries are added, never changed or removed. */
export interface AuditLog {
  /** Durable when it resolves. */
  append(entry: AuditEntry): Promise<void>;
  /** Entries with ids below `before` (null: all), newest first, at most `max`. */
  entries(before: number | null, max: number): Promise<NotedEntry[]>;
}

/** Kinds of searches of the explorer. */
export const SEARCH_KINDS = ['people', 'companies', 'jobs'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Maximum number of saved searches of an account. */
export const SAVED_SEARCHES_MAX = 200;

/** A search that is saved under a name for all members of an account. */
export interface NewSearch {
  readonly accountName: string;
  /** Unique among the searches of the account. */
  readonly name: string;
  readonly kind: SearchKind;
  /** The query of the explorer's address, without the question mark. */
  readonly query: string;
  /** Address of the member. */
  readonly savedBy: string;
  /** The id of the removed search that is restored, by which its watch refers to it; by default a new one. */
  readonly id?: string | undefined;
}

export interface SavedSearch extends NewSearch {
  readonly id: string;
  readonly createdAt: string;
}

/** Searches follow a renamed account, and are removed with it (Members). */
export interface SavedSearches {
  /** Sorted by name. */
  searchesOf(accountName: string): Promise<SavedSearch[]>;
  /** Rejected if the name or the id is taken, or the account has the maximum. */
  save(search: NewSearch): Promise<SavedSearch>;
  /** Rejected if the account has no such search. */
  remove(accountName: string, id: string): Promise<SavedSearch>;
}

/** Kinds of records that a list can have. */
export const LIST_KINDS = ['people', 'companies'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** Maximum number of lists of an account, and of records of a list. */
export const LISTS_MAX = 100;
export const LIST_RECORDS_MAX = 5000;

/** A list of records under a name, for all members of an account. */
export interface NewRecordList {
  readonly accountName: string;
  /** Unique among the lists of the account. */
  readonly name: string;
  readonly kind: ListKind;
  /** Address of the member. */
  readonly madeBy: string;
}

export interface RecordList extends NewRecordList {
  readonly id: string;
  readonly createdAt: string;
  /** When records were added or removed last. */
  readonly changedAt: string;
  readonly records: number;
  /** Records that were forgotten while they were on the list. */
  readonly forgotten: number;
}

/** A record of a list, with the values that the account has bought. */
export interface ListedRecord {
  readonly slug: string;
  /** JSON, with the profile URL among its values. */
  readonly row: string;
}

/** Lists follow a renamed account, and are removed with it (Members). */
export interface RecordLists {
  /** Sorted by name. */
  listsOf(accountName: string): Promise<RecordList[]>;
  /** Rejected if the name is taken, or the account has the maximum. */
  create(list: NewRecordList): Promise<RecordList>;
  /** These are rejected if the account has no such list. */
  rename(accountName: string, id: string, name: string): Promise<RecordList>;
  removeList(accountName: string, id: string): Promise<RecordList>;
  /** In the order in which they were added. */
  recordsOf(accountName: string, id: string): Promise<ListedRecord[]>;
  /** Adds all records or, above the maximum, none. A record that is already listed gets the new values. */
  add(accountName: string, id: string, records: readonly ListedRecord[]): Promise<RecordList>;
  drop(accountName: string, id: string, slugs: readonly string[]): Promise<RecordList>;
}

/** A person as lists and saved searches may name one. */
export interface NamedPerson {
  /** Slugs within a profile URL, addresses and numbers. */
  readonly texts: readonly string[];
  readonly fullNames: readonly string[];
}

export interface MemberTraces {
  /**
   * Removes the list records that contain one of the texts. Also removes the saved searches that contain one of them or
   * that search for one of the full names. The removal is durable and leaves no remains. Returns the number of removed
   * records and searches.
   */
  forget(named: NamedPerson): Promise<number>;
  /** The number of records and searches that `forget` would remove. */
  count(named: NamedPerson): Promise<number>;
}

/** The whole interface over one open store. */
export interface MemberPorts {
  readonly members: Members;
  readonly sessions: Sessions;
  readonly attempts: SignInAttempts;
  readonly audit: AuditLog;
  readonly searches: SavedSearches;
  readonly totp: Totp;
  readonly lists: RecordLists;
}

export interface MemberStore extends MemberPorts {
  readonly traces: MemberTraces;
  close(): Promise<void>;
}

/** `unknown`: there is no such object; `conflict`: the state does not allow it; `invalid`: a value is malformed. */
export type MembersFault = 'unknown' | 'conflict' | 'invalid';

/** A rejection that the caller can resolve; the message explains how. */
export class MembersError extends OperatorError {
  override readonly name = 'MembersError';
  readonly fault: MembersFault;

  constructor(fault: MembersFault, message: string) {
    super(message, { isUnknown: fault === 'unknown' });
    this.fault = fault;
  }
}
