// Compares the names of two people: given names and surnames separately, in either order, in any script that can be
// romanized.
import { memoized } from '../../words/memoized.ts';
import { splitWords } from '../../words/words.ts';
import { romanize, withoutDigraphs } from '../romanize.ts';
import { areOneSurname, compareGiven, compareSurname, type NameAgreement } from './compare-name-words.ts';
import { isGenerationWord, splitGeneration } from './generations.ts';
import { isKnownGivenName } from './given-names.ts';
import { isKnownSurname } from './known-surnames.ts';
import { moreCommon, type Rarity, rarityOf } from './name-rarity.ts';
import { isParticle, withJoinedParticles } from './particles.ts';
import { formsOfName } from './two-scripts.ts';
import { isUnspaced } from './unspaced-names.ts';
import { haveOtherTones, tonedWords } from './vietnamese-tones.ts';

export interface NameComparison {
  readonly given: NameAgreement;
  readonly surname: NameAgreement;
  /** Middle names or initials that contradict each other, or `Sr.` and `Jr.`. */
  readonly isContradicted: boolean;
  /** Only one of the names has a generation such as `Jr.` (generations.ts). */
  readonly isOneGeneration: boolean;
  /** Rarity of the name, if both names are equal. */
  readonly rarity: Rarity;
  /** Whether all words of both names are in the tables of common names. */
  readonly areCommon: boolean;
  /** Whether the names are equal only in another order, and each order is a usual name: `Ali Hassan`, `Hassan Ali`. */
  readonly isReordered: boolean;
  /** Whether the names cannot be compared, because they are in two scripts and one of these is not romanized. */
  readonly areUncomparable: boolean;
}

/** Given name, surname and middle names. */
type Parts = Pick<NameComparison, 'given' | 'surname' | 'isContradicted'>;

const TITLES = new Set('dr prof mr mrs ms herr frau phd mba msc md dipl ing'.split(' '));
const isAddition = (word: string) => TITLES.has(word) || isParticle(word);

/** Whether a word is certainly not a title, particle or generation, in any letter case. */
export function isNameWord(word: string): boolean {
  const lower = word.toLowerCase();
  return !isAddition(lower) && !isGenerationWord(lower);
}

/** The folded words of a name as written, without titles, particles and its generation. */
export function writtenNameWords(name: string): string[] {
  return splitWords(splitGeneration(name, isAddition).own).filter((word) => !isAddition(word));
}

/** Within a word: O'Connor is one surname. */
const APOSTROPHE = /(?<=\p{L})['’ʼ`´](?=\p{L})/gu;

/**
 * The folded words of a name without titles and particles. For a name that may be written with or without a blank after
 * the surname, its letters: `早川司` and `早川 司` then have a pair of initials in common.
 */
export const nameWords = (name: string): string[] => withoutAdditions(allNameWords(name));

/** As nameWords, and also with each particle joined to the word behind it; null if there is none: `Jan de Vries`. */
export function nameWordsAndJoined(name: string): {
  readonly words: string[];
  readonly joined: readonly string[] | null;
} {
  const all = allNameWords(name);
  return { words: withoutAdditions(all), joined: all.some(isParticle) ? joinedWords(all) : null };
}

function allNameWords(name: string): string[] {
  const { own } = splitGeneration(name, isAddition);
  const letters = isUnspaced(own) ? [...own.normalize('NFC')].join(' ') : own;
  return splitWords(withoutDigraphs(romanize(letters.replace(APOSTROPHE, ''))));
}

const joinedWords = (words: readonly string[]) => withJoinedParticles(words.filter((word) => !TITLES.has(word)));

function withoutAdditions(words: string[]): string[] {
  const own = words.filter((word) => !isAddition(word));
  return own.length > 0 ? own : words;
}

/** The Spanish abbreviation `Mª`. */
const MARIA = /(?<!\p{L})M\.?ª/giu;

/** Two capitals without a vowel before a name that is not in capitals. `Ng` is a surname. */
const JOINED_INITIALS = /^(?!NG\s)(?=[^AEIOUY]{2})\p{Lu}{2}(?=\s.*\p{Ll})/u;

/** `J D Smith` for `JD Smith`; `DR Smith` and `MR Smith` have a title. */
const withSeparateInitials = (name: string) =>
  name.replace(JOINED_INITIALS, (initials) => (isNameWord(initials) ? [...initials].join(' ') : initials));

const IS_CYRILLIC = /\p{Script=Cyrillic}/u;
const PATRONYMIC = /..(?:v[iy]ch|vna|ichna|il[iy]ch|[km]ich)$/;
const SLAVIC_SURNAME = /(?:[oe]va?|ina?|sk[iy]{1,2}|skaya|ko|[uy]k)$/;

/**
 * The words in reading order: in lists and documents, Slavic names begin with the surname and end with the patronymic,
 * or with the initials of both: `Иванов И. И.`. A surname such as `Abramovich` has the form of a patronymic, so the
 * first word must not be a given name.
 */
function inReadingOrder(words: readonly string[], name: string): readonly string[] {
  const [surname = '', given = '', patronymic = ''] = words;
  if (words.length !== 3 || surname.length === 1 || isKnownGivenName(surname)) return words;
  const areInitials = given.length === 1 && patronymic.length === 1;
  const isSlavic = IS_CYRILLIC.test(name) || SLAVIC_SURNAME.test(surname);
  const isSurnameFirst = areInitials || (isSlavic && PATRONYMIC.test(patronymic) && !PATRONYMIC.test(given));
  return isSurnameFirst ? [given, patronymic, surname] : words;
}

interface ParsedName {
  readonly words: readonly string[];
  /** The words with digraphs as written; the same list if there are none. */
  readonly written: readonly string[];
  /** The words with joined particles; the same list if there are none. */
  readonly joined: readonly string[];
  readonly generation: string | null;
  /** The word before Vietnamese given names, which differs for women and men: `Nguyễn Thị An`, `Nguyễn Văn An`. */
  readonly sexWord: 'thi' | 'van' | null;
  readonly isLatin: boolean;
  readonly rarity: Rarity;
  /** The words with their tone marks; null if the name has no letters that only Vietnamese has. */
  readonly toned: ReadonlyMap<string, string> | null;
}

/** Names are compared with many others in sequence, such as the staff of a large employer. */
const PARSED_MAX = 60_000;

const parsed = memoized((name): ParsedName => {
  const { own, generation } = splitGeneration(name, isAddition);
  const letters = romanize(withSeparateInitials(own.replace(MARIA, 'Maria ').replace(APOSTROPHE, '')));
  const plain = withoutDigraphs(letters);
  const all = splitWords(plain);
  const words = inReadingOrder(withoutAdditions(all), own);
  const isLatin = words.every((word) => IS_LATIN.test(word));
  return {
    words,
    written: plain === letters ? words : inReadingOrder(withoutAdditions(splitWords(letters)), own),
    joined: all.some(isParticle) ? joinedWords(all) : words,
    generation,
    sexWord: all.includes('thi') ? 'thi' : all.includes('van') ? 'van' : null,
    isLatin,
    rarity: rarityOf(words, isLatin),
    toned: tonedWords(own),
  };
}, PARSED_MAX);

const WEIGHTS: Readonly<Record<NameAgreement, number>> = {
  equal: 5,
  'short form': 4,
  'short form of several names': 2,
  'typing error': 3,
  similar: 2,
  initial: 2,
  none: 1,
  different: 0,
};

const IS_LATIN = /^[\p{Script=Latin}\p{N}]+$/u;

/**
 * A pair of names is compared several times in sequence: by rules, by evidence, and by the report of agreeing fields.
 */
const COMPARED_MAX = 4096;
const compared = new Map<string, NameComparison>();

/** The better comparison of both orders: `Jane Doe` and `Doe Jane`. Symmetric in its arguments. */
export function compareNames(nameA: string, nameB: string): NameComparison {
  const [one, other] = nameA < nameB ? [nameA, nameB] : [nameB, nameA];
  const pair = `${one}\n${other}`;
  const known = compared.get(pair);
  if (known !== undefined) return known;
  if (compared.size >= COMPARED_MAX) compared.clear();
  const forms = formsOfName(one).flatMap((form) => formsOfName(other).map((its) => comparisonOf(form, its)));
  const comparison = forms.reduce(clearer);
  compared.set(pair, comparison);
  return comparison;
}

/** The parts of two names that are different. */
interface DifferentParts {
  readonly given: boolean;
  readonly surname: boolean;
}

const NONE_DIFFERENT: DifferentParts = { given: false, surname: false };

/**
 * The parts that compareNames finds different; none for names that cannot be compared. It is faster for the most
 * frequent case, two different names of two words: a name is compared with the names of all colleagues with the same
 * initials.
 */
export function differentParts(nameA: string, nameB: string): DifferentParts {
  const [a, b] = nameA < nameB ? [parsed(nameA), parsed(nameB)] : [parsed(nameB), parsed(nameA)];
  if (a.isLatin !== b.isLatin) return NONE_DIFFERENT;
  if (isPlain(a) && isPlain(b)) return differentWords(a.words, b.words);
  const { given, surname } = compareNames(nameA, nameB);
  return { given: given === 'different', surname: surname === 'different' };
}

const isPlain = ({ words, written, joined }: ParsedName) => words.length === 2 && words === written && words === joined;

/** The same for names of two words, with the results of inBestOrder. */
function differentWords(a: readonly string[], b: readonly string[]): DifferentParts {
  const [givenA = '', lastA = ''] = a;
  const [givenB = '', lastB = ''] = b;
  if (areJoinedAlike(a, b)) return NONE_DIFFERENT;
  const surname = compareSurname(lastA, lastB) === 'different';
  const given = compareGiven(givenA, givenB);
  if (!surname && given !== 'different') return NONE_DIFFERENT;
  // If the names have the same surname in another order, no part counts as different.
  const isReordered =
    given !== 'equal' &&
    (areOneSurname(lastA, givenB) || areOneSurname(givenA, lastB) || areReorderedAlike(a, b)) &&
    inOtherOrders(a, b).length > 0;
  return isReordered ? NONE_DIFFERENT : { given: given === 'different', surname };
}

function comparisonOf(nameA: string, nameB: string): NameComparison {
  const [a, b] = [parsed(nameA), parsed(nameB)];
  const isOneGeneration = (a.generation === null) !== (b.generation === null);
  const isSenior = a.generation === 'senior' || b.generation === 'senior';
  const equal = inBestOrder(a.words, b.words);
  const isSure = equal.given === 'equal' && equal.surname === 'equal' && !equal.isContradicted;
  // An error next to an umlaut may create or destroy a digraph.
  const isAsWritten = isSure || (a.words === a.written && b.words === b.written);
  const given = isAsWritten ? equal : better(equal, inBestOrder(a.written, b.written));
  const areJoined = !isSure && (a.joined !== a.words || b.joined !== b.words);
  const best = areJoined
    ? [inBestOrder(a.joined, b.words), inBestOrder(a.words, b.joined)].reduce(better, given)
    : given;
  const rarity = moreCommon(a.rarity, b.rarity);
  const isOtherSex = a.sexWord !== b.sexWord && a.sexWord !== null && b.sexWord !== null;
  const isOtherGeneration = a.generation !== b.generation && (isSenior || !isOneGeneration);
  return {
    given: best.given,
    surname: best.surname,
    isContradicted: best.isContradicted || isOtherGeneration || isOtherSex || haveOtherTones(a.toned, b.toned),
    isOneGeneration,
    rarity: best.given === 'equal' && best.surname === 'equal' ? rarity : 'usual',
    areCommon: a.rarity === 'common' && b.rarity === 'common',
    isReordered: areReordered(a.words, b.words),
    areUncomparable: a.isLatin !== b.isLatin,
  };
}

/** Of the comparisons of names in several scripts, one within a script, else the better one. */
function clearer(a: NameComparison, b: NameComparison): NameComparison {
  if (a.areUncomparable !== b.areUncomparable) return a.areUncomparable ? b : a;
  return scoreOf(b) > scoreOf(a) ? b : a;
}

const isGivenAndSurname = (word: string) => isKnownGivenName(word) && isKnownSurname(word);

function areReordered([first = '', last = '', ...others]: readonly string[], reordered: readonly string[]): boolean {
  if (others.length > 0 || reordered.length !== 2 || first === last) return false;
  return reordered[0] === last && reordered[1] === first && isGivenAndSurname(first) && isGivenAndSurname(last);
}

const EQUAL: Parts = { given: 'equal', surname: 'equal', isContradicted: false };

/** `Frau Doe` and `Herr Doe`: one word is one finding, not two. */
const ONE_WORD: Parts = { given: 'none', surname: 'equal', isContradicted: false };
/** Names in Han letters and similar scripts are complete without a blank. */
const isOneWord = (words: readonly string[]) => words.length === 1 && IS_LATIN.test(words[0] ?? '');

const better = (a: Parts, b: Parts): Parts => (scoreOf(b) > scoreOf(a) ? b : a);

function inBestOrder(a: readonly string[], b: readonly string[]): Parts {
  const inOrder = inOneOrder(a, b);
  if (isJoinedOtherwise(a, b)) return EQUAL;
  const mayBeReordered = (a.length === b.length || areWithPatronymic(a, b)) && inOrder.given !== 'equal';
  const reordered = mayBeReordered ? inOtherOrders(a, b) : withSurnameFirst(a, b);
  return reordered.reduce(better, inOrder);
}

/** `Ivanov Ivan` and `Ivan Ivanovich Ivanov`, the words of which are in reading order. */
const areWithPatronymic = (a: readonly string[], b: readonly string[]) =>
  Math.min(a.length, b.length) === 2 && [a, b].some((words) => words.length === 3 && PATRONYMIC.test(words[1] ?? ''));

/**
 * `Rossi Maria Luisa` and `Maria Rossi`, `Tran Thi Mai` and `Mai Tran`: one name has the surname first, the other has
 * no middle name. A surname that is also a given name says nothing about the order: `Paul John Smith`, `John Paul`.
 */
function withSurnameFirst(a: readonly string[], b: readonly string[]): Parts[] {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length !== 2 || long.length !== 3) return [];
  const [given = '', surname = ''] = short;
  const [first = '', second = '', third = ''] = long;
  if (isKnownGivenName(first) || !areOneSurname(first, surname)) return [];
  const agreement = compareGiven(given, second === 'thi' ? third : second);
  return agreement === 'different' ? [] : [{ given: agreement, surname: 'equal', isContradicted: false }];
}

/** `Kim Seo-yeon` and `Seoyeon Kim`: the words of a name in another order, and joined differently. */
function isJoinedOtherwise(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === b.length || Math.min(a.length, b.length) < 2) return false;
  const joined = a.join('');
  return (
    orderings(b).some((words) => words.join('') === joined) ||
    orderings(a).some((words) => words.join('') === b.join(''))
  );
}

/** The comparisons with the words of either name in another order; only those with equal surnames. */
function inOtherOrders(a: readonly string[], b: readonly string[]): Parts[] {
  const pairs = [
    ...orderings(b).map((words) => [a, words] as const),
    ...orderings(a).map((words) => [words, b] as const),
  ];
  // Most names have two words, and most of these have different surnames in every order.
  const possible = a.length === 2 ? pairs.filter(([one, other]) => mayHaveOneSurname(one, other)) : pairs;
  return possible
    .map(([one, other]) => inOneOrder(one, other))
    .filter(({ given, surname }) => given !== 'different' && surname === 'equal');
}

/** For names of two words. */
const mayHaveOneSurname = (a: readonly string[], b: readonly string[]) =>
  areOneSurname(a[1] ?? '', b[1] ?? '') || areJoinedAlike(a, b);

/** The first word at the end, and the last at the beginning. */
function orderings(words: readonly string[]): (readonly string[])[] {
  const [first = '', last = ''] = words;
  if (words.length < 2) return [];
  if (words.length === 2) return [[last, first]];
  return [
    [...words.slice(1), first],
    [...words.slice(-1), ...words.slice(0, -1)],
  ];
}

const scoreOf = ({ given, surname, isContradicted }: Parts) =>
  WEIGHTS[given] + WEIGHTS[surname] - (isContradicted ? 1 : 0);

function inOneOrder(a: readonly string[], b: readonly string[]): Parts {
  if (areJoinedAlike(a, b)) return isOneWord(a) && isOneWord(b) ? ONE_WORD : EQUAL;
  const [givenA = '', ...restA] = a;
  const [givenB = '', ...restB] = b;
  if (restA.length === 0 || restB.length === 0) return ofOneWord(a, b);
  const isDoubled = givenA === givenB;
  if (!isDoubled && (areSameWords(restA, b) || areSameWords(restB, a))) {
    return { given: 'none', surname: 'equal', isContradicted: false };
  }
  return { given: compareGiven(givenA, givenB), ...compareRest(restA, restB) };
}

/** Like areJoinedAlike, with the words of one name in another order; for names of two words. */
const areReorderedAlike = (a: readonly string[], b: readonly string[]) =>
  lettersOf(a) === lettersOf(b) && (`${a[0]}${a[1]}` === `${b[1]}${b[0]}` || `${a[1]}${a[0]}` === `${b[0]}${b[1]}`);

const lettersOf = (words: readonly string[]) => words.reduce((sum, { length }) => sum + length, 0);

const areJoinedAlike = (a: readonly string[], b: readonly string[]) =>
  lettersOf(a) === lettersOf(b) && a.join('') === b.join('');

const areSameWords = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((word, index) => word === b[index]);

/** One of the names is a single word: a given name or a surname. */
function ofOneWord(a: readonly string[], b: readonly string[]): Parts {
  const [word = ''] = a.length === 1 ? a : b;
  const other = a.length === 1 ? b : a;
  if (other.length === 1) return { given: compareGiven(word, other[0] ?? ''), surname: 'none', isContradicted: false };
  if (compareSurname(word, other.at(-1) ?? '') !== 'different') {
    return { given: 'none', surname: compareSurname(word, other.at(-1) ?? ''), isContradicted: false };
  }
  return { given: compareGiven(word, other[0] ?? ''), surname: 'none', isContradicted: false };
}

/** Compares the words after the first: middle names, and one or two surnames. */
function compareRest(a: readonly string[], b: readonly string[]): Pick<NameComparison, 'surname' | 'isContradicted'> {
  const [lastA, lastB] = [a.at(-1) ?? '', b.at(-1) ?? ''];
  const last = compareSurname(lastA, lastB);
  if (a.length === 1 && b.length === 1) return { surname: last, isContradicted: false };
  const [middleA, middleB] = [a.slice(0, -1), b.slice(0, -1)];
  if (last !== 'different') {
    const isContradicted =
      middleA.length > 0 &&
      middleB.length > 0 &&
      !middleA.some((word) => middleB.some((each) => isOneMiddle(word, each)));
    return { surname: last, isContradicted };
  }
  // One of two surnames may be omitted, and double names may be joined.
  const isPart = (part: string, words: readonly string[]) =>
    part.length > 1 && words.some((word) => part === word || (part.length > 2 && areOneSurname(part, word)));
  if (a.join('') === b.join('') || isPart(lastA, b) || isPart(lastB, a))
    return { surname: 'equal', isContradicted: false };
  return { surname: last, isContradicted: false };
}

const isOneMiddle = (a: string, b: string) =>
  a.length === 1 || b.length === 1
    ? a.charAt(0) === b.charAt(0)
    : compareGiven(a, b) !== 'different' || compareSurname(a, b) !== 'different';
