// Compares company names: folded and romanized words without legal forms, articles, share classes and former names
// (legal-forms.ts).
import { splitWords } from '../words/words.ts';
import { LEADING_FORMS, LEGAL_FORMS, NATIVE_FORMS, SHARE_CLASSES } from './legal-forms.ts';
import { romanize, withoutDigraphs } from './romanize.ts';

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
const byFirstWord = Map.groupBy(
  phrases(LEADING_FORMS).sort((a, b) => b.length - a.length),
  ([first = '']) => first,
);

/** Words that names abbreviate or inflect: all spellings of one word, the key first. */
const SAME_WORDS: ReadonlyMap<string, string> = new Map(
  `international intl internacional internationale internazionale|technology tech technologies technologie|service svcs services
  servicios svc|system sys systems|group grp groupe gruppe grupo gruppo|manufacturing mfg|brothers bros|engineering eng engr engg|
  medical med|pharmaceutical pharmaceuticals|associates assoc associated associate|development dev|management mgmt mgt|
  national natl|university univ universitat universite universidad|holding hldg hldgs holdings|
  industries ind industry industrie inds|financial fin|communications comm communication comms|
  laboratories labs laboratory lab|solutions solns solution|consulting cons consultants consultancy|
  enterprises ent enterprise|institute inst|products prod product prods|distribution distr distributors|insurance insur ins|
  hospital hosp|transport transp transportation|electric elec electrical|research res|building bldg|center ctr centre|
  department dept|sohne son sons|saint st sankt|mount mt`
    .split('|')
    .flatMap((line) => {
      const [key = '', ...others] = line.trim().split(/\s+/);
      return [key, ...others].map((word): [string, string] => [word, key]);
    }),
);

const FORMER_NAME =
  /[([]\s*(?:formerly|previously|former|fka|f\/k\/a|ehemals|vormals|früher|anciennement|ex|antes|antiguamente|già|voorheen|tidigare)\b[^)\]]*[)\]]?|,?\s+(?:formerly(?: known as)?|f\/k\/a|fka|vormals|anciennement)\s.*$/giu;
const FORMER_WORDS = /^[\s,([]*\S+(?:\s+(?:known as|name))?\s*:?\s*/i;
const MARKS = /[™®©℠]|\((?:tm|r|c)\)/gi;
const IS_NATIVE = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u;

/** `International Widget Works (IWW)`: initials of the name in brackets at its end. */
function withoutAcronym(name: string): string {
  const [all = '', before = '', inside = ''] = /^(.+)\(([\p{L}.]{2,8})\)\s*$/u.exec(name) ?? [];
  if (all === '') return name;
  const initials = splitWords(romanize(before)).map((word) => word.charAt(0));
  const letters = romanize(inside.replaceAll('.', ''));
  return initials.length > 1 && initials.join('').startsWith(letters) ? before.trim() : name;
}

/** The distinctive words of a company name; all words if no distinctive ones exist. */
export function companyNameWords(name: string, digraphs: 'as written' | 'equal' = 'equal'): string[] {
  const letters = romanize(withoutNativeForms(withoutAcronym(ownName(name))));
  const all = joinedInitials(splitWords(digraphs === 'equal' ? withoutDigraphs(letters) : letters));
  const words = withoutForms(all);
  const told = words.filter((word) => !FILLERS.has(word)).map((word) => SAME_WORDS.get(word) ?? word);
  return told.length > 0 ? told : all;
}

/** The legal form of a name as written, in folded words; empty if it has none. */
export function legalFormOf(name: string): string {
  const all = joinedInitials(splitWords(withoutDigraphs(romanize(ownName(name)))));
  const form = all.slice(withoutEndings(all, byLastWord).length);
  return withoutEndings(form, shareClassByLastWord).join(' ');
}

/** The names in brackets that a name gives as former ones. */
export function formerNamesOf(name: string): string[] {
  const former = name.match(FORMER_NAME) ?? [];
  return former
    .map((text) =>
      text
        .replace(FORMER_WORDS, '')
        .replace(/[)\]]+$/, '')
        .trim(),
    )
    .filter((text) => text !== '');
}

function ownName(name: string): string {
  const own = name.replace(FORMER_NAME, ' ').replace(MARKS, ' ');
  return /[\p{L}\p{N}]/u.test(own) ? own : name;
}

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

function withoutForms(all: readonly string[]): readonly string[] {
  let words = withoutEndings(all);
  const form = byFirstWord.get(words[0] ?? '')?.find((phrase) => phrase.every((word, index) => words[index] === word));
  if (form !== undefined && form.length < words.length) words = withoutEndings(words.slice(form.length));
  // `Acme (The)`.
  return words.length > 1 && words.at(-1) === 'the' ? words.slice(0, -1) : words;
}

function withoutEndings(all: readonly string[], endings = byLastWord): readonly string[] {
  let words = all;
  for (;;) {
    const ending = endings.get(words.at(-1) ?? '')?.find((phrase) => endsWith(words, phrase));
    if (ending === undefined || ending.length >= words.length) return words;
    words = words.slice(0, -ending.length);
    const last = words.at(-1) ?? '';
    if (words.length > 1 && FILLERS.has(last)) words = words.slice(0, -1);
  }
}

function endsWith(words: readonly string[], phrase: readonly string[]): boolean {
  return phrase.every((word, index) => words[words.length - phrase.length + index] === word);
}

/** Joining words may make a digraph: `Rigodora Engineering`, `Rigodoraengineering`. */
export const joinedKey = (words: readonly string[]): string => withoutDigraphs(words.join(''));

/** The comparison key: equal for names of the same company. A name without words is its own key. */
export function companyNameKey(name: string): string {
  return joinedKey(companyNameWords(name)) || name.trim().toLowerCase();
}
