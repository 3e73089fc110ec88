// Converts stored rows (members, invitations, saved searches, lists, audit entries) for every store. Pure.
import { randomBytes } from 'node:crypto';
import { checkedEmail, checkedMembership } from './member-input.ts';
import {
  AUDIT_TEXT_LENGTH_MAX,
  type AuditEntry,
  type Credentials,
  type Invitation,
  type Member,
  type NewInvitation,
  type NotedEntry,
  type RecordList,
  type Role,
  type SavedSearch,
  type TotpState,
} from './port.ts';

/** A member as stored; times in milliseconds of the epoch. */
export interface MemberRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly accountName: string | null;
  readonly createdAt: number;
  readonly lastSeenAt: number | null;
  readonly passwordHash: string | null;
  readonly subject: string | null;
  /** Null while sign-in requires no code. */
  readonly totpOnSince: number | null;
}

/** Secret and state of one-time passwords as stored. */
export interface TotpRow {
  readonly secret: string;
  readonly onSince: number | null;
  readonly codes: number;
}

export type InvitationRow = Omit<Invitation, 'createdAt' | 'expiresAt'> & {
  readonly createdAt: number;
  readonly expiresAt: number;
};

export type ListRow = Omit<RecordList, 'createdAt' | 'changedAt'> & {
  readonly createdAt: number;
  readonly changedAt: number;
};

export type SearchRow = Omit<SavedSearch, 'createdAt'> & { readonly createdAt: number };

export type AuditRow = Omit<NotedEntry, 'at'> & { readonly at: number };

const timestamp = (ms: number) => new Date(ms).toISOString();

export const newId = (kind: 'mem' | 'inv' | 'sea' | 'lst') => `${kind}_${randomBytes(9).toString('hex')}`;

export function memberOf(row: MemberRow): Member {
  const { passwordHash, totpOnSince, createdAt, lastSeenAt, id, email, name, role, accountName } = row;
  return {
    id,
    email,
    name,
    role,
    accountName,
    createdAt: timestamp(createdAt),
    lastSeenAt: lastSeenAt === null ? null : timestamp(lastSeenAt),
    hasPassword: passwordHash !== null,
    hasTotp: totpOnSince !== null,
  };
}

export function credentialsOf(row: MemberRow): Credentials {
  return { member: memberOf(row), passwordHash: row.passwordHash, subject: row.subject };
}

export function totpStateOf({ secret, onSince, codes }: TotpRow): TotpState {
  return { secret, onSince: onSince === null ? null : timestamp(onSince), recoveryCodesLeft: codes };
}

export function searchOf(row: SearchRow): SavedSearch {
  return { ...row, createdAt: timestamp(row.createdAt) };
}

export function listOf(row: ListRow): RecordList {
  return { ...row, createdAt: timestamp(row.createdAt), changedAt: timestamp(row.changedAt) };
}

export function invitationOf(row: InvitationRow): Invitation {
  return { ...row, createdAt: timestamp(row.createdAt), expiresAt: timestamp(row.expiresAt) };
}

/** The row of a new invitation. Throws a MembersError for an invalid address or membership. */
export function newInvitationRow(given: NewInvitation, now: number): InvitationRow {
  const { role, accountName } = checkedMembership(given);
  const email = given.email === null ? null : checkedEmail(given.email);
  const { lifeMs, invitedBy } = given;
  return { id: newId('inv'), email, role, accountName, createdAt: now, expiresAt: now + lifeMs, invitedBy };
}

export function auditEntryOf(row: AuditRow): NotedEntry {
  return { ...row, at: timestamp(row.at) };
}

/** An entry as it is stored. */
export function cutEntry({ who, action, subject, address, result }: AuditEntry): AuditEntry {
  const cut = (text: string) => text.slice(0, AUDIT_TEXT_LENGTH_MAX);
  return { who: cut(who), action, subject: cut(subject), address: cut(address), result: cut(result) };
}
