// Distinguishes two similar words of company names from two spellings of one word: surnames such as Meyer and Maier
// belong to two firms. Pure.

import { isKnownGivenName } from '../person-names/given-names.ts';
import { isKnownSurname } from '../person-names/known-surnames.ts';
import { typingErrorBetween } from '../typing-error.ts';
import { COMMON_WORDS } from './company-words.ts';

/** Longer words are rarely similar by chance. */
const LONG_WORD = 9;

/**
 * Whether two different words may be from the names of two firms: two known surnames or given names, or a change that
 * is not a typing error.
 */
export function areOtherWords(a: string, b: string): boolean {
  if (COMMON_WORDS.has(a) && COMMON_WORDS.has(b)) return false;
  if (isKnownSurname(a) && isKnownSurname(b)) return true;
  if (isKnownGivenName(a) && isKnownGivenName(b)) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const at = [...long].findIndex((letter, index) => letter !== short[index]);
  switch (typingErrorBetween(a, b)) {
    case 'swapped':
    case 'doubled':
      return false;
    case 'neighbor':
      return isVowel(short.charAt(at)) && isVowel(long.charAt(at)) && long.length < LONG_WORD;
    case 'left out':
      // A vowel among consonants is omitted by mistake. Next to another vowel, or at the end, it makes another name.
      return isVowel(long.charAt(at)) && long.length < LONG_WORD && !isAmongConsonants(long, at);
    default:
      return long.length < LONG_WORD;
  }
}

const isVowel = (letter: string) => /^[aeiouy]$/.test(letter);

const isAmongConsonants = (word: string, at: number) =>
  at > 0 && at < word.length - 1 && !isVowel(word.charAt(at - 1)) && !isVowel(word.charAt(at + 1));
