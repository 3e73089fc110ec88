// Compares the names of two people: given names and surnames apart, in either order, in any script that can be
// romanized.
import { splitWords } from '../words/words.ts';
import { areFormsOfOneName, isKnownGivenName } from './given-names.ts';
import { romanize, soundKey, withoutDigraphs } from './romanize.ts';
import { editDistance } from './text-distance.ts';
import { slipBetween } from './typing-error.ts';

/**
 * From equal to different; `none` if one name lacks the part. `similar`: a typing error, or another name such as Martina
 * for Martin.
 */
export type NameAgreement = 'equal' | 'short form' | 'typing error' | 'similar' | 'initial' | 'none' | 'different';

export interface NameComparison {
  readonly given: NameAgreement;
  readonly surname: NameAgreement;
  /** Middle names or initials that contradict each other, or `Sr.` and `Jr.`. */
  readonly isContradicted: boolean;
}

const GENERATIONS = new Set(['jr', 'sr', 'junior', 'senior', 'ii', 'iii', 'iv']);
const ADDITIONS = new Set(
  'dr prof mr mrs ms herr frau phd mba msc md dipl ing van von der den de la los del di da dos du ter ten zu zur bin ibn al el'.split(
    ' ',
  ),
);
const SENIOR = new Set(['sr', 'senior']);

interface ParsedName {
  readonly words: readonly string[];
  readonly generation: string | null;
}

/** Whether a word is not a title, a particle or a generation; in any letter case. */
export function isNameWord(word: string): boolean {
  const lower = word.toLowerCase();
  return !ADDITIONS.has(lower) && !GENERATIONS.has(lower);
}

/** Within a word: O'Connor is one surname. */
const APOSTROPHE = /(?<=\p{L})['’ʼ`´](?=\p{L})/gu;

/** The folded words of a name without titles and particles. */
export function nameWords(name: string): string[] {
  const words = splitWords(withoutDigraphs(romanize(name.replace(APOSTROPHE, ''))));
  const told = words.filter((word, index) => !ADDITIONS.has(word) && (index === 0 || !GENERATIONS.has(word)));
  return told.length > 0 ? told : words;
}

function parsed(name: string): ParsedName {
  const all = splitWords(romanize(name));
  const generation = all.slice(1).find((word) => GENERATIONS.has(word)) ?? null;
  return { words: nameWords(name), generation: generation !== null && SENIOR.has(generation) ? 'senior' : generation };
}

const WEIGHTS: Readonly<Record<NameAgreement, number>> = {
  equal: 5,
  'short form': 4,
  'typing error': 3,
  similar: 2,
  initial: 2,
  none: 1,
  different: 0,
};

/** The better of both orders: `Jane Doe` and `Doe Jane`. */
export function compareNames(nameA: string, nameB: string): NameComparison {
  const [a, b] = [parsed(nameA), parsed(nameB)];
  const isContradicted =
    a.generation !== b.generation &&
    (a.generation === 'senior' || b.generation === 'senior' || (a.generation !== null && b.generation !== null));
  const inOrder = inOneOrder(a.words, b.words);
  const turned = a.words.length === b.words.length ? inOtherOrders(a.words, b.words) : [];
  const best = turned.reduce((found, each) => (scoreOf(each) > scoreOf(found) ? each : found), inOrder);
  return { ...best, isContradicted: isContradicted || best.isContradicted };
}

/** With the words of either name turned; only if the surnames are equal then. */
function inOtherOrders(a: readonly string[], b: readonly string[]): NameComparison[] {
  const turned = [
    ...turnings(b).map((words) => inOneOrder(a, words)),
    ...turnings(a).map((words) => inOneOrder(words, b)),
  ];
  return turned.filter(({ given, surname }) => given !== 'different' && surname === 'equal');
}

/** The first word at the end, or the last at the beginning. */
function turnings(words: readonly string[]): string[][] {
  if (words.length < 2) return [];
  return [
    [...words.slice(1), ...words.slice(0, 1)],
    [...words.slice(-1), ...words.slice(0, -1)],
  ];
}

const scoreOf = ({ given, surname }: NameComparison) => WEIGHTS[given] + WEIGHTS[surname];

function inOneOrder(a: readonly string[], b: readonly string[]): NameComparison {
  if (a.join(' ') === b.join(' ')) return { given: 'equal', surname: 'equal', isContradicted: false };
  if (a.join('') === b.join('')) return { given: 'equal', surname: 'equal', isContradicted: false };
  const [givenA = '', ...restA] = a;
  const [givenB = '', ...restB] = b;
  if (restA.length === 0 || restB.length === 0) return ofOneWord(a, b);
  const isDoubled = givenA === givenB;
  if (!isDoubled && (restA.join(' ') === b.join(' ') || restB.join(' ') === a.join(' '))) {
    return { given: 'none', surname: 'equal', isContradicted: false };
  }
  return { given: compareGiven(givenA, givenB), ...compareRest(restA, restB) };
}

/** One of the names is a single word: a given name or a surname. */
function ofOneWord(a: readonly string[], b: readonly string[]): NameComparison {
  const [word = ''] = a.length === 1 ? a : b;
  const other = a.length === 1 ? b : a;
  if (other.length === 1) return { given: compareGiven(word, other[0] ?? ''), surname: 'none', isContradicted: false };
  if (compareSurname(word, other.at(-1) ?? '') !== 'different') {
    return { given: 'none', surname: compareSurname(word, other.at(-1) ?? ''), isContradicted: false };
  }
  return { given: compareGiven(word, other[0] ?? ''), surname: 'none', isContradicted: false };
}

/** Words after the first: middle names, and one or two surnames. */
function compareRest(a: readonly string[], b: readonly string[]): Pick<NameComparison, 'surname' | 'isContradicted'> {
  const [lastA, lastB] = [a.at(-1) ?? '', b.at(-1) ?? ''];
  const last = compareSurname(lastA, lastB);
  const [middleA, middleB] = [a.slice(0, -1), b.slice(0, -1)];
  if (last !== 'different') {
    const isContradicted =
      middleA.length > 0 &&
      middleB.length > 0 &&
      !middleA.some((word) => middleB.some((each) => isOneMiddle(word, each)));
    return { surname: last, isContradicted };
  }
  // Of two surnames, one may be left out, and double names are joined.
  const isPart = (part: string, words: readonly string[]) =>
    part.length > 1 &&
    words.some((word) => part === word || (part.length > 2 && compareSurname(part, word) === 'equal'));
  if (a.join('') === b.join('') || isPart(lastA, b) || isPart(lastB, a))
    return { surname: 'equal', isContradicted: false };
  return { surname: last, isContradicted: false };
}

const isOneMiddle = (a: string, b: string) =>
  a.length === 1 || b.length === 1
    ? a.charAt(0) === b.charAt(0)
    : compareGiven(a, b) !== 'different' || compareSurname(a, b) !== 'different';

function compareGiven(a: string, b: string): NameAgreement {
  if (a === b || soundKey(a) === soundKey(b)) return 'equal';
  if (a.length === 1 || b.length === 1) return a.charAt(0) === b.charAt(0) ? 'initial' : 'different';
  if (areFormsOfOneName(a, b)) return 'short form';
  const slip = slipBetween(a, b);
  const isKnown = [a, b].filter(isKnownGivenName).length;
  if (!isTypingError(a, b)) return slip !== null && isKnown === 1 && hasLetters(a, b) ? 'typing error' : 'different';
  if (isKnown === 2) return 'similar';
  if (slip !== null && isKnown === 1 && !isExtended(a, b)) return 'typing error';
  if ((slip === 'neighbor' && !areVowels(a, b)) || lacksVowel(a, b)) return 'typing error';
  return isOtherEnding(a, b) || Math.min(a.length, b.length) <= LENGTH_MIN ? 'similar' : 'typing error';
}

/** Long enough for a slip to leave the name recognizable. */
const hasLetters = (a: string, b: string) => Math.min(a.length, b.length) >= 3 && a.charAt(0) === b.charAt(0);

/** One name is the other with a vowel at its end: `Jan` and `Jana`. */
function isExtended(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return long.startsWith(short) && /^[aeiouy]$/.test(long.slice(short.length)) && !short.endsWith(long.slice(-1));
}

/** Two names that differ by a vowel, which is another name in many languages: `Mario` and `Maria`. */
function areVowels(a: string, b: string): boolean {
  const at = [...a].findIndex((letter, place) => letter !== b[place]);
  return /^[aeiouy]{2}$/.test(`${a[at]}${b[at]}`);
}

function compareSurname(a: string, b: string): NameAgreement {
  if (a === b || soundKey(a) === soundKey(b)) return 'equal';
  if (a.length === 1 || b.length === 1) return a.charAt(0) === b.charAt(0) ? 'initial' : 'different';
  if (isFeminineOf(a, b) || isFeminineOf(b, a) || hasArticle(a, b) || hasArticle(b, a)) return 'equal';
  if (!isTypingError(a, b) && !isFirstLetterSlip(a, b)) return 'different';
  // Short surnames that differ by a letter are many: Phan and Pham, Chen and Chan, Meyer and Maier.
  const length = Math.min(a.length, b.length);
  const slip = slipBetween(a, b);
  const isSure = slip === 'swapped' || slip === 'doubled' || lacksVowel(a, b);
  if (length <= LENGTH_MIN) return isSure ? 'typing error' : 'similar';
  return slip !== null || length > SHORT_SURNAME ? 'typing error' : 'similar';
}

/** Arabic surnames, whose article is written as a word, in front of the surname, or not: El Masry, Elmasry, Masry. */
const hasArticle = (a: string, b: string) => b.length >= LENGTH_MIN && (a === `al${b}` || a === `el${b}`);

/** Slavic surnames of women: Novak, Nováková; Petrov, Petrova. */
function isFeminineOf(a: string, b: string): boolean {
  return (
    a.length > 4 && (b === `${a}a` || b === `${a}ova`) && /(?:ov|ev|in|a)$/.test(b.slice(0, -1).concat(b.slice(-1)))
  );
}

const LENGTH_MIN = 4;
const SHORT_SURNAME = 6;

/** One of the words is the other without a vowel inside: hardly any name is so written. */
function lacksVowel(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length <= LENGTH_MIN || slipBetween(a, b) !== 'left out') return false;
  const at = [...long].findIndex((letter, place) => letter !== short[place]);
  return at < short.length && /[aeiouy]/.test(long.charAt(at)) && !/[aeiouy]/.test(long.charAt(at + 1));
}

const LONG_FOR_TWO_EDITS = 9;

function isTypingError(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length);
  if (length < LENGTH_MIN || a.charAt(0) !== b.charAt(0)) return false;
  const edits = Math.min(editDistance(a, b), editDistance(soundKey(a), soundKey(b)));
  return edits <= (length >= LONG_FOR_TWO_EDITS ? 2 : 1);
}

/** Of long surnames, the first letter may be that of the next key. */
const isFirstLetterSlip = (a: string, b: string) =>
  a.length > LENGTH_MIN + 1 && a.slice(1) === b.slice(1) && slipBetween(a, b) === 'neighbor';

/** `Martin` and `Martina`, `Anna` and `Anne`: names that differ at the end are names of two people. */
function isOtherEnding(a: string, b: string): boolean {
  if ([...a].sort().join('') === [...b].sort().join('')) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.startsWith(short)) return true;
  const tail = (word: string) => word.slice(-2);
  const isSameBefore = a.slice(0, -2) === b.slice(0, -2) || a.slice(0, -1) === b.slice(0, -1);
  return isSameBefore && tail(a) !== tail(b);
}
