// Compares company names as folded and romanized words, without legal forms, articles, share classes and former names
// (legal-forms.ts).
import { memoized } from '../../words/memoized.ts';
import { fold, splitWords } from '../../words/words.ts';
import { isKnownSurname } from '../person-names/known-surnames.ts';
import { romanize, withoutDigraphs } from '../romanize.ts';
import { BUSINESS_WORDS, DESCRIPTORS, FOUNDATION_FORMS } from './company-words.ts';
import {
  FORMS_LIKE_NAMES,
  INITIALS_LIKE_FORMS,
  LEADING_FORMS,
  LEGAL_FORMS,
  NATIVE_FORMS,
  SHARE_CLASSES,
  SHARE_CLASSES_LIKE_NAMES,
} from './legal-forms.ts';
import { ownName, withoutRemarks } from './other-names.ts';

const FILLERS = new Set(['and', 'und', 'et', 'y', 'e', 'og', 'och', 'en', '&']);

const phrases = (list: string) =>
  list
    .split('|')
    .map((phrase) => withoutDigraphs(phrase.trim()).split(/\s+/))
    .filter(([first]) => first);

/** The longest first: `public limited company` is matched before `company`. */
const endingsOf = (lists: readonly string[]) =>
  Map.groupBy(
    lists.flatMap(phrases).sort((a, b) => b.length - a.length),
    (phrase) => phrase.at(-1) ?? '',
  );
const byLastWord = endingsOf([...Object.values(LEGAL_FORMS), SHARE_CLASSES]);
const shareClassByLastWord = endingsOf([SHARE_CLASSES]);
const shareClassBehindForm = endingsOf([SHARE_CLASSES_LIKE_NAMES]);
/** The words of the forms of countries that have no forms in front. */
const ENGLISH_FORMS = new Set(['US', 'GB', 'AU'].flatMap((country) => phrases(LEGAL_FORMS[country] ?? '').flat()));
const byFirstWord = Map.groupBy(
  phrases(LEADING_FORMS).sort((a, b) => b.length - a.length),
  ([first = '']) => first,
);

/** Words that names abbreviate or inflect. Each list contains the spellings of one word; the first one is the key. */
const SAME_WORDS: ReadonlyMap<string, string> = new Map(
  `international intl internacional internationale internazionale|technology tech technologies technologie|service svcs services
  servicios svc|system sys systems|gebruder gebr|hermanos hnos|fratelli flli|cooperative coop co-op|government govt|
  company compagnie cie|2 two zwei deux|3 three drei trois tres|4 four vier quatre cuatro|5 five funf cinq cinco|
  6 six sechs seis|7 seven sieben sept siete|8 eight huit ocho|9 nine neun neuf nueve|10 ten zehn dix diez|group grp groupe gruppe grupo gruppo|manufacturing mfg|brothers bros|engineering eng engr engg|
  medical med|pharmaceutical pharmaceuticals|associates assoc associated associate|development dev|management mgmt mgt|
  national natl|university univ universitat universite universidad|holding hldg hldgs holdings|
  industries ind industry industrie inds|financial fin|communications comm communication comms|
  laboratories labs laboratory lab|solutions solns solution|consulting cons consultants consultancy|
  enterprises ent enterprise|institute inst|products prod product prods|distribution distr distributors|insurance insur ins|
  hospital hosp|transport transp transportation|electro elektro|electric elec electrical|research res|building bldg|center ctr centre|
  department dept dep|sohne son sons|saint st sankt|mount mt`
    .split('|')
    .flatMap((line) => {
      const [key = '', ...others] = line.trim().split(/\s+/);
      return [key, ...others].map((word): [string, string] => [word, key]);
    }),
);

const IS_NATIVE = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u;

/** Words that initials often leave out. */
const SMALL_WORDS = new Set(
  'of the for fur von der die das des de du la le les di del della et and und in im am'.split(' '),
);

/** Words that link others and differ by language: `Universität Kiel`, `University of Kiel`, `Université de Kiel`. */
const LINKS = new Set('of de di da do du del della des der von van'.split(' '));

/** The words of a name without links, except for one in front. */
export const withoutLinks = (words: readonly string[]): readonly string[] =>
  words.filter((word, index) => index === 0 || !LINKS.has(word));

/** The initials of a name of several words, with and without the initials of small words. */
export function initialsOf(words: readonly string[]): string[] {
  const significant = words.filter((word) => !SMALL_WORDS.has(word));
  const initials = [words, significant].map((each) => each.map((word) => word.charAt(0)).join(''));
  return [...new Set(initials)].filter((letters) => letters.length > 1);
}

/** `International Widget Works (IWW)`, `IWW - International Widget Works`: removes the name's own initials. */
function withoutAcronym(name: string): string {
  const [, before = '', behind = ''] = /^(.+)\(([\p{L}.]{2,8})\)\s*$/u.exec(name) ?? [];
  const [, ahead = '', after = ''] = /^([\p{L}.]{2,8})\s*(?:[-–—:|]\s|\s[-–—:|])\s*(.+)$/u.exec(name) ?? [];
  const [long, short] = behind === '' ? [after, ahead] : [before, behind];
  if (short === '') return name;
  const letters = romanize(short.replaceAll('.', ''));
  const isAcronym = initialsOf(splitWords(romanize(long))).some((initials) => initials.startsWith(letters));
  return isAcronym ? long.trim() : name;
}

/** Memoized, because a name is compared with several others and its words are part of several keys. */
const NAMES_KEPT = 20_000;

/** The distinctive words of a company name; all words if none is distinctive. */
export const companyNameWords = memoized((name) => wordsOf(name, 'equal'), NAMES_KEPT);

/** The distinctive words, with digraphs as written. */
export const companyNameWordsAsWritten = memoized((name) => wordsOf(name, 'as written'), NAMES_KEPT);

function wordsOf(name: string, digraphs: 'as written' | 'equal'): readonly string[] {
  const letters = romanize(withoutNativeForms(withoutAcronym(ownName(name))));
  const written = splitWords(digraphs === 'equal' ? withoutDigraphs(letters) : letters);
  const all = joinedInitials(written);
  const words = withoutForms(all, written);
  // A name may start with one of these letters: `E.ON`, `Y Combinator`.
  const significant = words
    .filter((word, index) => index === 0 || !FILLERS.has(word))
    .map((word) => SAME_WORDS.get(word) ?? word);
  return words.some((word) => !FILLERS.has(word)) ? significant : all;
}

/** The legal form of a name as written, in folded words; empty if there is none. */
export const legalFormOf = memoized((name): string => {
  const all = allWordsOf(ownName(name));
  return withoutShareClass(all.slice(withoutEndings(all).length)).join(' ');
}, NAMES_KEPT);

/** The folded words of a name without those of its legal form; all words if the name is only a legal form. */
export function wordsWithoutLegalForm(name: string): string[] {
  const words = splitWords(name);
  const form = legalFormOf(name).split(' ');
  const others = words.filter((word) => !form.includes(word));
  return others.length > 0 ? others : words;
}

/** Whether a name contains a share class, a listing or a remark by the owner of a list: `Acme Inc. (Class C)`. */
export function hasRemark(name: string): boolean {
  if (withoutRemarks(name) !== name) return true;
  const words = allWordsOf(name);
  return withoutShareClass(words).length < words.length;
}

const allWordsOf = (name: string) => joinedInitials(splitWords(withoutDigraphs(romanize(name))));

/** With a word in front, because endings are never the whole name. */
const withoutShareClass = (words: readonly string[]) => withoutEndings(['', ...words], shareClassByLastWord).slice(1);

function withoutNativeForms(name: string): string {
  if (!IS_NATIVE.test(name)) return name;
  let own = name.trim().normalize('NFKC');
  for (const form of NATIVE_FORMS) {
    const plain = form.normalize('NFKC');
    if (own.length <= plain.length) continue;
    if (own.startsWith(plain)) own = own.slice(plain.length).trim();
    if (own.endsWith(plain)) own = own.slice(0, -plain.length).trim();
  }
  return own === '' ? name : own;
}

/**
 * Other spellings under which a company may be stored as one word: with and without a legal form in a script without
 * blanks, and romanized. Empty for a name in Latin letters.
 */
export function namesAsStored(name: string): string[] {
  if (!IS_NATIVE.test(name)) {
    const romanized = romanize(name);
    return romanized === fold(name) ? [] : [companyNameWords(name).join(' ')];
  }
  const own = withoutNativeForms(name);
  return [own, ...NATIVE_FORMS.flatMap((form) => [`${form}${own}`, `${own}${form}`])];
}

/** `s p a` becomes `spa`, and `i b m` `ibm`. */
function joinedInitials(words: readonly string[]): string[] {
  const joined: string[] = [];
  let isInRun = false;
  for (const word of words) {
    const isInitial = word.length === 1 && word >= 'a' && word <= 'z';
    if (isInitial && isInRun) joined.push(`${joined.pop()}${word}`);
    else joined.push(word);
    isInRun = isInitial;
  }
  return joined;
}

function withoutForms(all: readonly string[], written: readonly string[]): readonly string[] {
  // Example: `Acme Company (The)`.
  let words = withoutEndings(all.length > 1 && all.at(-1) === 'the' ? all.slice(0, -1) : all);
  const form = byFirstWord.get(words[0] ?? '')?.find((phrase) => phrase.every((word, index) => words[index] === word));
  const ending = all.slice(words.length);
  if (form !== undefined && form.length < words.length && !isPartOfName(words, { written, ending }))
    words = withoutEndings(words.slice(form.length));
  return words.length > 1 && words.at(-1) === 'the' ? words.slice(0, -1) : words;
}

interface Around {
  /** All words, with initials that are not joined. */
  readonly written: readonly string[];
  /** The legal form at the end. */
  readonly ending: readonly string[];
}

/**
 * Whether the form in front belongs to the name: `SAS Institute`, `SIA Engineering`, `A. O. Smith`, `AO Smith`. A name
 * has one form, so `AB` in front of `Inc.` is none.
 */
function isPartOfName([form = '', ...others]: readonly string[], { written, ending }: Around): boolean {
  if (written[0]?.length === 1 && INITIALS_LIKE_FORMS.has(form)) return true;
  if (!FORMS_LIKE_NAMES.has(form)) return false;
  const [name = '', ...further] = withoutEndings(others);
  const isOfPerson = form === 'ao' && further.length === 0 && isKnownSurname(name);
  return isOfPerson || ending.some((word) => ENGLISH_FORMS.has(word)) || [name, ...further].every(isGeneral);
}

function isGeneral(word: string): boolean {
  const key = SAME_WORDS.get(word) ?? word;
  return DESCRIPTORS.has(key) || BUSINESS_WORDS.has(key) || FILLERS.has(key);
}

function withoutEndings(all: readonly string[], endings = byLastWord): readonly string[] {
  let words = all;
  for (;;) {
    const ending = endingOf(words, endings) ?? securityOf(words);
    if (ending === undefined) return words;
    words = words.slice(0, -ending.length);
    const last = words.at(-1) ?? '';
    if (words.length > 1 && FILLERS.has(last)) words = words.slice(0, -1);
  }
}

/** The longest of the phrases that ends the words, unless it is all of them. */
function endingOf(words: readonly string[], endings: ReadonlyMap<string, readonly string[][]>) {
  const isEnding = (phrase: readonly string[]) => phrase.length < words.length && endsWith(words, phrase);
  return endings.get(words.at(-1) ?? '')?.find(isEnding);
}

/** A security behind a legal form. */
function securityOf(words: readonly string[]) {
  const security = endingOf(words, shareClassBehindForm);
  return security && endingOf(words.slice(0, -security.length), byLastWord) && security;
}

function endsWith(words: readonly string[], phrase: readonly string[]): boolean {
  return phrase.every((word, index) => words[words.length - phrase.length + index] === word);
}

/** Folds digraphs again, because joining words may form one: `Rigodora Engineering`, `Rigodoraengineering`. */
export const joinedKey = (words: readonly string[]): string => withoutDigraphs(words.join(''));

/** The comparison key: equal for names of the same company. A name without words is its own key. */
export function companyNameKey(name: string): string {
  return joinedKey(companyNameWords(name)) || name.trim().toLowerCase();
}

/**
 * The companyNameKey without general words, and without a form such as `Stichting` in front: equal for `Acme` and `Acme
 * Group`. If nothing else is left, the key itself.
 */
export function coreNameKey(name: string): string {
  const all = companyNameWords(name);
  const words = all.length > 1 && FOUNDATION_FORMS.has(all[0] ?? '') ? all.slice(1) : all;
  const core = words.filter((word) => !DESCRIPTORS.has(word));
  return joinedKey(core.length > 0 ? core : words);
}
