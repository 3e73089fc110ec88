// Short forms of countries as people write them: `ČR`, `VS`, `R. Srbija`, `Bosnien-Herz.`.
import { memoized } from '../../../words/memoized.ts';
import { fold, splitWords, wordKey } from '../../../words/words.ts';
import { countryNames, parseCountry } from './country.ts';
import { citiesNamed } from './gazetteer.ts';

/**
 * Letters that are no code of ISO 3166, or also one of another country. The first country applies unless the city or
 * the site decides for another one; `?` means no country.
 */
const COUNTRIES_BY_LETTERS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    cr: 'CR CZ',
    sr: 'SR SK',
    sa: 'SA ZA',
    tc: 'TC TR',
    rp: '? PH PL',
    fl: '? LI',
    rm: '? MD',
    ra: '? AR',
    rb: '? BY BG',
    рб: 'BY BG',
    рк: 'KZ KR',
    чр: 'CZ',
    gb: 'GB',
    nz: 'NZ',
    hk: 'HK',
    rf: 'RU',
    rd: 'DO',
    vs: 'US',
    vsa: 'US',
    rdc: 'CD',
    rci: 'CI',
    rca: 'CF',
    roi: 'IE',
    slo: 'SI',
    bae: 'AE',
  }).map(([letters, codes]) => [letters, codes.split(' ')]),
);
const LETTERS = /^(?:\p{L}\.?\s?){2,3}$/u;

/** The country of letters in a country field; null if they are no short form. */
export function countryOfLetters(text: string, city: unknown, sites: readonly unknown[]): string | null {
  const [first, ...others] = codesOf(text);
  if (first === undefined) return null;
  const ofCity = typeof city === 'string' ? countriesOfCity(city) : [];
  if (others.length === 0 || ofCity.includes(first)) return first === '?' ? null : first;
  const ofSites = countriesOfSites(sites);
  const decided = others.find((code) => ofCity.includes(code)) ?? others.find((code) => ofSites.includes(code));
  return decided ?? (first === '?' ? null : first);
}

/** The country of letters behind a city: only if the city is there. `Praha, CR`, but not `San José, CR`. */
export function countryBehindCity(text: string, city: string): string | null {
  const ofCity = countriesOfCity(city);
  const [found, ...others] = codesOf(text).filter((code) => ofCity.includes(code));
  return others.length === 0 ? (found ?? null) : null;
}

const codesOf = (text: string) =>
  LETTERS.test(text) ? (COUNTRIES_BY_LETTERS.get(text.replace(/[.\s]/g, '').toLowerCase()) ?? []) : [];

/** Postcodes are no part of the name: `110 00 Praha 1`. */
const countriesOfCity = (city: string): readonly string[] =>
  citiesNamed(wordKey(city.replace(/\d+/g, ' ')))?.countries ?? [];

/** The top-level domains in websites, domains and addresses: `www.acme.cz`, `{ email: 'info@acme.sk' }`. */
const countriesOfSites = (sites: readonly unknown[]): string[] =>
  [...JSON.stringify(sites).matchAll(/\.([a-z]{2})(?=["/:?#\s,;>)])/gi)].map(([, end = '']) => end.toUpperCase());

const REPUBLIC = /^(?:r|rep|rép|р|респ)\.\s*(?=\p{L}{3})/iu;
const CONJUNCTIONS = new Set('and und et y e i en og och ja a of the de la'.split(' '));
/** Minimum letters of a single shortened word, and of the longest of several words. */
const SINGLE_WORD = 4;
const ONE_OF_WORDS = 3;

type NamedCountry = readonly [words: string, code: string];

/** By first letter and number of words. */
let namesOfCountries: ReadonlyMap<string, readonly NamedCountry[]> | null = null;

function namesLike(words: readonly string[]): readonly NamedCountry[] {
  const startOf = (all: readonly string[]) => `${all[0]?.[0]} ${all.length}`;
  namesOfCountries ??= Map.groupBy(
    countryNames().map(([name, code]) => [significant(splitWords(name)).join(' '), code] as const),
    ([name]) => startOf(name.split(' ')),
  );
  return namesOfCountries.get(startOf(words)) ?? [];
}

const significant = (words: readonly string[]) => words.filter((word, index) => index === 0 || !CONJUNCTIONS.has(word));

/** The only country whose name in any language begins each shortened word: `Österr.`, `N. Zealand`, `Ver. Staaten`. */
export const shortenedCountry = memoized((text: string): string | null => {
  if (!text.includes('.') || text.length > 40) return null;
  const republic = REPUBLIC.test(text) ? parseCountry(text.replace(REPUBLIC, 'Republic ')) : null;
  if (republic !== null) return republic;
  const words = significant(fold(text).match(/[\p{L}\p{M}'’]+\.?/gu) ?? []);
  const letters = Math.max(...words.map((word) => word.replace('.', '').length));
  if (letters < (words.length === 1 ? SINGLE_WORD : ONE_OF_WORDS)) return null;
  const pattern = new RegExp(`^${words.map((word) => word.replace('.', '\\S*')).join(' ')}$`, 'u');
  const found = namesLike(words).filter(([name]) => pattern.test(name));
  const codes = new Set(found.map(([, code]) => code));
  return codes.size === 1 ? ([...codes][0] ?? null) : null;
});
