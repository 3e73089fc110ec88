// Compares two words of names, in any script that can be romanized: two given names, or two surnames. compare-names.ts
// deals with the order and the number of words.
import { editDistance } from '../../words/edit-distance.ts';
import { soundKey } from '../romanize.ts';
import { typingErrorBetween } from '../typing-error.ts';
import { areFormsOfOneName, isFormOfMany, isKnownGivenName, longFormsOfGivenName } from './given-names.ts';
import { isKnownSurname } from './known-surnames.ts';

/**
 * From equal to different; `none` if one name lacks this part. `similar`: a typing error, or another name such as
 * Martina for Martin.
 */
export type NameAgreement =
  | 'equal'
  | 'short form'
  | 'short form of several names'
  | 'typing error'
  | 'similar'
  | 'initial'
  | 'none'
  | 'different';

export function compareGiven(a: string, b: string): NameAgreement {
  if (a === b || soundKey(a) === soundKey(b)) return 'equal';
  if (a.length === 1 || b.length === 1) return isInitialOf(a, b) || isInitialOf(b, a) ? 'initial' : 'different';
  if (areFormsOfOneName(a, b) && !hasOtherVowelAtEnd(a, b))
    return isFormOfMany(a, b) ? 'short form of several names' : 'short form';
  const typingError = typingErrorBetween(a, b);
  const isError = isTypingError(a, b);
  if (!isError && (typingError === null || !hasLetters(a, b))) return 'different';
  const isKnown = [a, b].filter(isKnownGivenName).length;
  if (!isError) return isKnown === 1 ? 'typing error' : 'different';
  if (isKnown === 2) return 'similar';
  const isOfKnown = isKnown === 1 && (!isExtended(a, b) || isCutShort(a, b)) && !hasOtherVowelAtEnd(a, b);
  if (typingError !== null && isOfKnown) return 'typing error';
  if ((typingError === 'neighbor' && !areVowels(a, b)) || lacksVowel(a, b)) return 'typing error';
  return isOtherEnding(a, b) || Math.min(a.length, b.length) <= LENGTH_MIN ? 'similar' : 'typing error';
}

/** Whether a letter is the initial of a given name, or of the long form of a short one: `R.` and `Bob`. */
const isInitialOf = (letter: string, name: string) =>
  letter.length === 1 &&
  (name.startsWith(letter) || longFormsOfGivenName(name).some((form) => form.startsWith(letter)));

/** Both words are long enough to be recognizable despite a typing error. */
const hasLetters = (a: string, b: string) => Math.min(a.length, b.length) >= 3 && a.charAt(0) === b.charAt(0);

/** One name is the other with a vowel at its end: `Jan` and `Jana`. */
function isExtended(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return long.startsWith(short) && /^[aeiouy]$/.test(long.slice(short.length)) && !short.endsWith(long.slice(-1));
}

/** The longer name is common and the shorter one is not, so its end was left out. */
const isCutShort = (a: string, b: string) => isKnownGivenName(a.length > b.length ? a : b);

/** Two names that differ by one vowel, which makes another name in many languages: `Mario` and `Maria`. */
function areVowels(a: string, b: string): boolean {
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return /^[aeiouy]{2}$/.test(`${a[at]}${b[at]}`);
}

/** `Christina` and `Christine`, `Yuki` and `Yuko`: two names, even if the letters are on neighboring keys. */
const hasOtherVowelAtEnd = (a: string, b: string) =>
  a.length === b.length && a.slice(0, -1) === b.slice(0, -1) && areVowels(a, b);

export function areOneSurname(a: string, b: string): boolean {
  if (a === b || soundKey(a) === soundKey(b)) return true;
  if (a.length === 1 || b.length === 1) return false;
  return isFeminineOf(a, b) || isFeminineOf(b, a) || hasArticle(a, b) || hasArticle(b, a);
}

export function compareSurname(a: string, b: string): NameAgreement {
  if (areOneSurname(a, b)) return 'equal';
  const isSameFirst = a.charAt(0) === b.charAt(0);
  if (a.length === 1 || b.length === 1) return isSameFirst ? 'initial' : 'different';
  if (!isSameFirst && !isTypingErrorOfFirstLetter(a, b)) return 'different';
  const typingError = typingErrorBetween(a, b);
  const isError = !isSameFirst || isTypingError(a, b);
  if (!isError && (typingError === null || !hasLetters(a, b))) return 'different';
  const known = [a, b].filter(isKnownSurname).length;
  if (known === 1 && typingError !== null && hasLetters(a, b)) return 'typing error';
  if (!isError) return 'different';
  if (known === 2) return 'similar';
  // Many short surnames differ by one letter: Phan and Pham, Chen and Chan, Meyer and Maier.
  const length = Math.min(a.length, b.length);
  const isSure = typingError === 'swapped' || typingError === 'doubled' || lacksVowel(a, b);
  if (length <= LENGTH_MIN) return isSure ? 'typing error' : 'similar';
  // Hollander and Hollunder: a typing error from one vowel to another occurs only between neighboring keys.
  if (typingError === null && a.length === b.length && areVowels(a, b)) return 'similar';
  return typingError !== null || length > SHORT_SURNAME ? 'typing error' : 'similar';
}

/** Arabic surnames whose article is separate, joined or omitted: El Masry, Elmasry, Masry. */
const hasArticle = (a: string, b: string) =>
  b.length >= LENGTH_MIN && a.length === b.length + 2 && a.endsWith(b) && (a.startsWith('al') || a.startsWith('el'));

/** Slavic surnames in their feminine form: Novak, Nováková; Petrov, Petrova. */
function isFeminineOf(a: string, b: string): boolean {
  if (a.length <= 4 || b.length <= a.length || !b.startsWith(a)) return false;
  const ending = b.slice(a.length);
  return ending === 'a' || ending === 'ova';
}

const LENGTH_MIN = 4;
const SHORT_SURNAME = 6;

/** One word is the other without an inner vowel: hardly any name is written so. */
function lacksVowel(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length <= LENGTH_MIN || typingErrorBetween(a, b) !== 'left out') return false;
  const at = [...long].findIndex((letter, index) => letter !== short[index]);
  return at < short.length && /[aeiouy]/.test(long.charAt(at)) && !/[aeiouy]/.test(long.charAt(at + 1));
}

const LONG_FOR_TWO_EDITS = 9;

/** `Jónsdóttir` and `Jóhannsdóttir` are long only because of the ending that very many names have. */
const PATRONYMIC_END = /(?:dottir|sd[ao]tter|s?son|sen)$/;

function isTypingError(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < LENGTH_MIN || a.charAt(0) !== b.charAt(0)) return false;
  const [stemA, stemB] = [a.replace(PATRONYMIC_END, ''), b.replace(PATRONYMIC_END, '')];
  const editsMax = Math.min(stemA.length, stemB.length) >= LONG_FOR_TWO_EDITS ? 2 : 1;
  const isWithin = (one: string, other: string) => editDistance(one, other, editsMax) <= editsMax;
  return isWithin(a, b) || isWithin(soundKey(a), soundKey(b));
}

/** In long surnames, the first letter may be replaced by the letter of a neighboring key. */
const isTypingErrorOfFirstLetter = (a: string, b: string) =>
  a.length > LENGTH_MIN + 1 && a.slice(1) === b.slice(1) && typingErrorBetween(a, b) === 'neighbor';

/** `Martin` and `Martina`, `Anna` and `Anne`: names with different endings belong to two people. */
function isOtherEnding(a: string, b: string): boolean {
  if ([...a].sort().join('') === [...b].sort().join('')) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.startsWith(short)) return true;
  const tail = (word: string) => word.slice(-2);
  const isSameBefore = a.slice(0, -2) === b.slice(0, -2) || a.slice(0, -1) === b.slice(0, -1);
  return isSameBefore && tail(a) !== tail(b);
}
