// The rules that every store of members applies, with their rejections. Pure.
import { LIST_RECORDS_MAX, LISTS_MAX, MembersError, type NamedPerson, SAVED_SEARCHES_MAX } from './port.ts';

export const unknownMember = () => new MembersError('unknown', 'there is no such member');
export const unknownInvitation = () => new MembersError('unknown', 'there is no such invitation');
export const lastOperator = () => new MembersError('conflict', 'this is the last operator: invite another one first');
export const totpIsOn = () => new MembersError('conflict', 'two-step sign-in is on already; switch it off first');
export const totpIsOff = () => new MembersError('conflict', 'two-step sign-in is off');
export const otherSecret = () => new MembersError('conflict', 'this set-up was replaced by a later one; begin again');
export const usedLink = () =>
  new MembersError('unknown', 'this link was used or withdrawn, or has expired: ask for a new one');

export const unknownSearch = () => new MembersError('unknown', 'there is no such saved search');
export const unknownList = () => new MembersError('unknown', 'there is no such list');

interface Named {
  readonly name: string;
}

/** Rejects a further search of an account that has `others`. */
export function checkNewSearch(name: string, others: readonly Named[]): void {
  if (others.some((other) => other.name === name))
    throw new MembersError(
      'conflict',
      `a search named "${name}" is saved already; choose another name, or remove it first`,
    );
  if (others.length >= SAVED_SEARCHES_MAX)
    throw new MembersError('conflict', `the account has ${SAVED_SEARCHES_MAX} saved searches; remove one first`);
}

/** The error for a search that was restored already. */
export function restoredSearch(): MembersError {
  return new MembersError('conflict', 'this search is saved already');
}

/** Rejects the name of one of `others`, the other lists of the account. */
export function checkListName(name: string, others: readonly Named[]): void {
  if (others.some((other) => other.name === name))
    throw new MembersError('conflict', `there is a list named "${name}" already; choose another name, or add to it`);
}

/** Rejects a further list of an account that has `others`. */
export function checkNewList(name: string, others: readonly Named[]): void {
  checkListName(name, others);
  if (others.length >= LISTS_MAX)
    throw new MembersError('conflict', `the account has ${LISTS_MAX} lists; remove one first`);
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
  { name, query }: Named & { readonly query: string },
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
