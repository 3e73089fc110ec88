// Converts stored rows (members, invitations, saved searches, lists) for every store, and creates the rejections that
// all stores share. Pure.
import { randomBytes } from 'node:crypto';
import {
  type Invitation,
  LIST_RECORDS_MAX,
  LISTS_MAX,
  type Member,
  MembersError,
  type NamedPerson,
  type RecordList,
  type Role,
  SAVED_SEARCHES_MAX,
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

const timestamp = (ms: number) => new Date(ms).toISOString();

export const newId = (kind: 'mem' | 'inv' | 'sea' | 'lst') => `${kind}_${randomBytes(9).toString('hex')}`;

export function memberOf(row: MemberRow): Member {
  const { passwordHash, totpOnSince, createdAt, lastSeenAt, id, email, name, role, accountName } = row;
  return {
    ...{ id, email, name, role, accountName },
    createdAt: timestamp(createdAt),
    lastSeenAt: lastSeenAt === null ? null : timestamp(lastSeenAt),
    hasPassword: passwordHash !== null,
    hasTotp: totpOnSince !== null,
  };
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

export const unknownMember = () => new MembersError('unknown', 'there is no such member');
export const unknownInvitation = () => new MembersError('unknown', 'there is no such invitation');
export const lastOperator = () => new MembersError('conflict', 'this is the last operator: invite another one first');
export const totpIsOn = () => new MembersError('conflict', 'two-step sign-in is on already; switch it off first');
export const totpIsOff = () => new MembersError('conflict', 'two-step sign-in is off');
export const otherSecret = () => new MembersError('conflict', 'this set-up was replaced by a later one; begin again');
export const usedLink = () =>
  new MembersError('unknown', 'this link was used or withdrawn, or has expired: ask for a new one');

export function searchNameTaken(name: string): MembersError {
  return new MembersError(
    'conflict',
    `a search named "${name}" is saved already; choose another name, or remove it first`,
  );
}

export function tooManySearches(): MembersError {
  return new MembersError('conflict', `the account has ${SAVED_SEARCHES_MAX} saved searches; remove one first`);
}

export function unknownSearch(): MembersError {
  return new MembersError('unknown', 'there is no such saved search');
}

export function listNameTaken(name: string): MembersError {
  return new MembersError('conflict', `there is a list named "${name}" already; choose another name, or add to it`);
}

export function tooManyLists(): MembersError {
  return new MembersError('conflict', `the account has ${LISTS_MAX} lists; remove one first`);
}

export function unknownList(): MembersError {
  return new MembersError('unknown', 'there is no such list');
}

/** Rejects an addition after which a list would have `count` records. */
export function checkListLength(count: number): void {
  if (count <= LIST_RECORDS_MAX) return;
  throw new MembersError(
    'conflict',
    `a list has up to ${LIST_RECORDS_MAX} records, and this one would have ${count}; nothing was added: begin another list`,
  );
}

/** Whether a saved search contains one of the texts, or searches for one of the names. */
export function searchNames(
  { name, query }: Pick<SearchRow, 'name' | 'query'>,
  { texts, fullNames }: NamedPerson,
): boolean {
  const values = [name, ...[...new URLSearchParams(query)].flat()];
  const folded = new Set(fullNames.map(foldedName));
  // The text ends like a JSON text, because a slug may be the beginning of another one.
  return values.some((value) => folded.has(foldedName(value)) || texts.some((text) => `${value}"`.includes(text)));
}

/** Also folds a value in brackets, which must equal the whole name. */
const foldedName = (name: string) =>
  name
    .replace(/^\s*\[|\]\s*$/g, '')
    .trim()
    .toLowerCase();
