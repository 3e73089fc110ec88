// What the dashboard asks of the store of those who may sign in to it: members, invitations, sessions, attempts to sign in, audit log.
// Implementations: sqlite/. Every one passes conformance.ts. Accounts are named, not kept here; passwords are hashed by password.ts.
import { OperatorError } from '../ops/operator-error.ts';

/** `operator`: everything; `member`: what belongs to the own account. */
export type Role = 'operator' | 'member';

export interface Member {
  readonly id: string;
  /** Lower case; no two members share one. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Null for an operator without an account; never for a member. */
  readonly accountName: string | null;
  readonly createdAt: string;
  /** To the minute; null before the first sign-in. */
  readonly lastSeenAt: string | null;
  readonly hasPassword: boolean;
}

/** Role and account, which go together. */
export type Standing = Pick<Member, 'role' | 'accountName'>;

export interface Credentials {
  readonly member: Member;
  /** As password.ts makes it; null: signs in with OpenID Connect only. */
  readonly passwordHash: string | null;
  /** Issuer and subject of OpenID Connect; null: has not signed in with it yet. */
  readonly subject: string | null;
}

/** Why somebody may accept an invitation: for having its token, or for being known to own its address. */
export type InvitationProof = { readonly tokenHash: string } | { readonly verifiedEmail: string };

export interface Invitation extends Standing {
  readonly id: string;
  /** Null for a set-up link: whoever has it chooses. */
  readonly email: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly invitedBy: string;
}

export interface NewInvitation extends Standing {
  /** SHA-256 of the token, hex. */
  readonly tokenHash: string;
  /** Null for a set-up link, whose role is operator. */
  readonly email: string | null;
  readonly lifeMs: number;
  readonly invitedBy: string;
}

/** What an accepted invitation makes. */
export interface Acceptance {
  /** Where the invitation names an address, that one. */
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string | null;
  /** Issuer and subject of OpenID Connect; null without. */
  readonly subject: string | null;
}

/** A refusal of what is asked rejects with a MembersError. */
export interface Members {
  members(): Promise<Member[]>;
  byEmail(email: string): Promise<Credentials | null>;
  bySubject(subject: string): Promise<Member | null>;
  /** Ends the sessions of the member. Refused for the last operator. */
  change(id: string, standing: Standing): Promise<Member>;
  /** Ends the sessions of the member. Refused for the last operator. */
  remove(id: string): Promise<void>;
  /** Members and invitations of an account follow its new name. */
  followAccount(name: string, newName: string): Promise<void>;
  /**
   * Takes leave of an account that is gone: its members are removed and their sessions end, its invitations are void, and operators stay,
   * without an account. Answers the addresses of those who were removed.
   */
  leaveAccount(name: string): Promise<string[]>;
  setPassword(id: string, passwordHash: string): Promise<void>;
  linkSubject(id: string, subject: string): Promise<void>;
  /** One invitation an address: a new one takes the place of the one before. Set-up links are good beside each other. */
  invite(invitation: NewInvitation): Promise<Invitation>;
  /** Those that can be accepted, set-up links left out; newest first. */
  invitations(): Promise<Invitation[]>;
  /** Null where it is accepted, withdrawn, expired or unknown. */
  invitationOf(tokenHash: string): Promise<Invitation | null>;
  /**
   * Makes the member and uses the invitation up, both or none. A member of that address gets what the invitation says in place of what
   * was, the new password among it, and its sessions end: that is how a forgotten password is mended. The first member of all makes every other set-up link void.
   */
  accept(proof: InvitationProof, acceptance: Acceptance): Promise<Member>;
  withdraw(id: string): Promise<void>;
}

export interface Session {
  readonly member: Member;
  readonly beganAt: string;
  /** Unless it is used again. */
  readonly idleEndsAt: string;
  readonly endsAt: string;
}

export interface Sessions {
  begin(memberId: string, tokenHash: string): Promise<Session>;
  /** Null where it has ended or is unknown. Counts as use. The member is as it is now. */
  find(tokenHash: string): Promise<Session | null>;
  end(tokenHash: string): Promise<void>;
  endAllOf(memberId: string): Promise<void>;
}

/** How many attempts of one kind may fail within the window of the store. */
export interface AttemptLimit {
  readonly subject: string;
  readonly max: number;
}

export type Admission =
  | { readonly admitted: true /** For `forgive`. */; readonly ticket: readonly number[] }
  | { readonly admitted: false; readonly retryAfterMs: number };

export interface SignInAttempts {
  /** Counts an attempt under each subject, unless one of them has had its number in the last 15 minutes. */
  admit(limits: readonly AttemptLimit[]): Promise<Admission>;
  /** Takes back an attempt that succeeded. */
  forgive(ticket: readonly number[]): Promise<void>;
}

/** An act as it is noted. Nothing of it is secret. */
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
  /** Newest first, those below the id `before` (null: all), at most `max`. */
  entries(before: number | null, max: number): Promise<NotedEntry[]>;
}

/** All of it over one open store. */
export interface MemberPorts {
  readonly members: Members;
  readonly sessions: Sessions;
  readonly attempts: SignInAttempts;
  readonly audit: AuditLog;
}

export interface MemberStore extends MemberPorts {
  close(): void;
}

/** `unknown`: there is none such; `conflict`: it cannot be as things are; `invalid`: what is given is not in form. */
export type MembersFault = 'unknown' | 'conflict' | 'invalid';

/** A refusal that can be mended; the message says how. */
export class MembersError extends OperatorError {
  override readonly name = 'MembersError';
  readonly fault: MembersFault;

  constructor(fault: MembersFault, message: string) {
    super(message, { isUnknown: fault === 'unknown' });
    this.fault = fault;
  }
}
