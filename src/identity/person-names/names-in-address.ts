// Finds the words of a name in an e-mail address. Pure.
import { wordKey } from '../../words/words.ts';
import { withoutDigraphs } from '../romanize.ts';
import { nameWords } from './compare-names.ts';
import { isSurnameWrittenFirst } from './known-surnames.ts';

export const localOf = (email: string): string => email.slice(0, email.indexOf('@'));

const lettersOf = (email: string) => withoutDigraphs(wordKey(localOf(email)).replaceAll(' ', ''));

/** Whether the local part contains the given name, or its initial before the surname. */
export function namesGivenName(email: string, name: string): boolean {
  const words = nameWords(name);
  const local = lettersOf(email);
  const [given = '', ...rest] = words;
  if (given.length > 1 && local.includes(given)) return true;
  const surname = rest.at(-1) ?? '';
  return surname !== '' && given !== '' && (local === given.charAt(0) + surname || local === surname + given.charAt(0));
}

export function namesSurname(email: string, name: string): boolean {
  const local = lettersOf(email);
  return nameWords(name)
    .slice(1)
    .some((word) => word.length > 2 && local.includes(word));
}

/** Whether an address contains the first of several words of a name. */
export function hasGivenName(email: string, name: string): boolean {
  const [given = '', ...others] = nameWords(name);
  return others.length > 0 && given.length > 1 && lettersWithout(email, others).includes(given);
}

/** `thetannahills@` does not contain the name Hanna. */
export const lettersWithout = (email: string, words: readonly string[]): string =>
  words.reduce((letters, word) => (word.length > 2 ? letters.replaceAll(word, ' ') : letters), lettersOf(email));

/** `kim@` does not distinguish Kim Min-seo from Kim Min-ji. */
export function isNamedAfter(email: string, name: string): boolean {
  const [first = ''] = nameWords(name);
  const isOfFamily = isSurnameWrittenFirst(first) && lettersOf(email) === first;
  return namesSurname(email, name) || (!isOfFamily && namesGivenName(email, name));
}
