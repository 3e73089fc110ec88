// Maps countries as written in files to ISO codes.
import { listedValue } from '../../../contract/vocabularies/values.ts';
import { COUNTRIES } from '../../../contract/vocabularies/vocabularies.ts';
import { memoized } from '../../../words/memoized.ts';
import { splitWords } from '../../../words/words.ts';
import table from './country-names.json' with { type: 'json' };

/** Languages other than English whose country names are loaded at the start. */
const LANGUAGES = ['de', 'fr', 'es', 'it', 'pt', 'nl'];
/** Languages that are searched for a name that the others do not have. */
const FURTHER_LANGUAGES =
  'sv da nb fi pl cs sk hu ro hr sl et lv lt el bg uk ru tr ar he fa hi th vi id ja ko zh zh-Hant'.split(' ');
/** The name of a country in its main language. */
function endonymOf(code: string): string | undefined {
  const { language, script } = new Intl.Locale(`und-${code}`).maximize();
  return new Intl.DisplayNames([`${language}-${script}`], { type: 'region' }).of(code);
}
const WORDS_WITHOUT_WEIGHT = new Set(['the', 'of', 'and']);
/** One spelling for words that names of countries contain in several languages and as abbreviations. */
const SPELLINGS = new Map(
  Object.entries({
    republic: 'rep republica republique republik repubblica republiek',
    democratic: 'dem democratica democratique demokratische democratische',
    saint: 'st sint sankt',
    north: 'northern',
    south: 'southern',
  }).flatMap(([word, spellings]) => spellings.split(' ').map((spelling) => [spelling, word] as const)),
);
/** `N. Ireland`, `S. Korea`. */
const DIRECTIONS = new Map([
  ['n', 'north'],
  ['s', 'south'],
]);

/**
 * A key for a name: the same for `Iran, Islamic Republic of` and `Islamic Republic of Iran`. `E.U.A.` is one word, not
 * three.
 */
function nameKey(name: string): string {
  const given = splitWords(name);
  if (given.length > 1 && given.every((word) => word.length === 1)) return given.join('');
  const words = given.map(
    (word, index) => (index === 0 ? DIRECTIONS.get(word) : undefined) ?? SPELLINGS.get(word) ?? word,
  );
  const weighty = words.filter((word) => !WORDS_WITHOUT_WEIGHT.has(word));
  // If the only word is `and`, it is the code of Andorra.
  return (weighty.length > 0 ? weighty : words).sort().join(' ');
}

/**
 * An earlier name takes precedence: English names come first, then the names of the table, then the other languages.
 */
function codesByName(): Map<string, string> {
  const codes = new Map<string, string>();
  const add = (name: string | undefined, code: string) => {
    const key = nameKey(name ?? '');
    if (!codes.has(key)) codes.set(key, code);
  };
  for (const { name, code } of COUNTRIES) add(name, code);
  for (const pair of table.alpha3.split(' ')) add(pair.slice(0, 3), pair.slice(4));
  for (const [name, code] of Object.entries(table.names)) add(name, code);
  for (const language of ['en', ...LANGUAGES]) {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    for (const { code } of COUNTRIES) add(names.of(code), code);
  }
  return codes;
}
const CODES = codesByName();

let furtherCodes: ReadonlyMap<string, string> | null = null;

/** Built on first use: most files contain only names of the first languages. */
function furtherCodeOf(key: string): string | null {
  furtherCodes ??= new Map(
    [
      ...FURTHER_LANGUAGES.flatMap((language) => {
        const names = new Intl.DisplayNames([language], { type: 'region' });
        return COUNTRIES.map(({ code }) => [nameKey(names.of(code) ?? ''), code] as const);
      }),
      ...COUNTRIES.map(({ code }) => [nameKey(endonymOf(code) ?? ''), code] as const),
      ...[...LANGUAGES, ...FURTHER_LANGUAGES].flatMap(shortNames),
    ].toReversed(),
  );
  return furtherCodes.get(key) ?? null;
}

/** The names of all countries in all these languages. */
export function countryNames(): (readonly [name: string, code: string])[] {
  const languages = ['en', ...LANGUAGES, ...FURTHER_LANGUAGES].map(
    (language) => new Intl.DisplayNames([language], { type: 'region' }),
  );
  const named = COUNTRIES.flatMap(({ name, code }) => [
    [name, code] as const,
    ...[...languages.map((names) => names.of(code)), endonymOf(code)].map((own) => [own ?? '', code] as const),
  ]);
  return [...named, ...Object.entries(table.names)];
}

/** `США`, `アメリカ`. Shorter forms may be codes of other countries. */
function shortNames(language: string): (readonly [key: string, code: string])[] {
  const names = new Intl.DisplayNames([language], { type: 'region', style: 'short' });
  const keys = COUNTRIES.map(({ code }) => [nameKey(names.of(code) ?? ''), code] as const);
  return keys.filter(([key]) => key.length > 2);
}

/**
 * The ISO alpha-2 code of a code (alpha-2, alpha-3) or a name (English, common variants, and names in many other
 * languages); null if it is unknown.
 */
export const parseCountry = memoized((text: string): string | null => {
  return codeOf(text) ?? twiceNamed(text);
});

function codeOf(given: string): string | null {
  const text = given.trim().replace(OF_AMERICA, '');
  const marked = MARKED.get(
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/[.\s-]/g, ''),
  );
  if (marked !== undefined) return marked;
  const key = nameKey(text);
  return listedValue('country', text.trim()) ?? CODES.get(key) ?? withoutForm(text) ?? furtherCodeOf(key);
}

/** Short forms that only a diacritic distinguishes from another code. */
const MARKED = new Map([
  ['čr', 'CZ'],
  ['éu', 'US'],
  ['éua', 'US'],
  ['ö', 'AT'],
]);

/** `Vereinigte Staaten von Amerika`, `États-Unis d'Amérique`: the name of the country precedes these words. */
const OF_AMERICA = /(?<=\S)\s(?:of|von|d|de|da|van)['’\s]am[eé]ri(?:c|k|qu)[ae]$/iu;

/** A text that names one country twice: `Germany (DE)`, `DE - Germany`. */
const NAMED_TWICE = /^\s*([^()[\]]+?)\s*(?:[([]\s*([^()[\]]+?)\s*[)\]]|(?:\s[-–|]\s|\s?\/\s?)(.+?))\s*$/u;

const CODE_IN_FRONT = /^\s*(\p{L}{2,3})[-–](\p{L}.+)$/u;

/** A longer text is not the name of a country. */
const NAME_LENGTH_MAX = 200;

function twiceNamed(text: string): string | null {
  if (text.length > NAME_LENGTH_MAX) return null;
  const [, inFront, name] = CODE_IN_FRONT.exec(text) ?? [];
  const [, first = inFront, inBrackets, second = inBrackets ?? name] = NAMED_TWICE.exec(text) ?? [];
  if (first === undefined || second === undefined) return null;
  const code = codeOf(first);
  return code !== null && codeOf(second) === code ? code : null;
}

/** Words for the form of government in several languages. */
const FORMS = new Set(
  `kingdom republic democratic federal federative federation islamic state states commonwealth principality grand duchy sultanate hashemite
socialist bolivarian plurinational arab oriental cooperative union people s
republik bundesrepublik konigreich furstentum grossherzogtum staat republique royaume principaute federale etat
republica reino principado estado federativa bolivariana plurinacional socialista repubblica regno principato
republiek koninkrijk groothertogdom republiken konungariket kongeriget kongeriket
republika rzeczpospolita cumhuriyeti република`.split(/\s+/),
);
const ARTICLES = new Set('der des die das von du de la le les d l del do da dos della di van het den'.split(' '));
/** Words for which the form of government distinguishes two countries, or a country and a state. */
const AMBIGUOUS_WITHOUT_FORM = new Set('china cina chine korea corea coree coreia congo kongo georgia'.split(' '));

function withoutForm(text: string): string | null {
  const words = splitWords(text);
  const known = words.filter((word) => !WORDS_WITHOUT_WEIGHT.has(word));
  const rest = known.filter((word) => !FORMS.has(word));
  // Articles are no evidence: Del Mar is not MAR, Morocco.
  const named = rest.length < known.length ? rest.filter((word) => !ARTICLES.has(word)) : rest;
  if (named.length === 0 || named.some((word) => AMBIGUOUS_WITHOUT_FORM.has(word))) return null;
  const key = nameKey(named.join(' '));
  return CODES.get(key) ?? (rest.length < known.length ? furtherCodeOf(key) : null);
}
