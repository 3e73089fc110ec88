// Reads places from text: `City, Region, Country` and its shorter and longer forms. Uncertain parts are omitted. If the
// letters at the end may be a region or a country, the place has no country unless a larger city decides.

import { memoized } from '../../../words/memoized.ts';
import { wordKey } from '../../../words/words.ts';
import { parseCountry } from './country.ts';
import { citiesNamed, isCity } from './gazetteer.ts';
import { japaneseAddress } from './japanese-address.ts';
import { cityFirst } from './part-order.ts';
import { areCountries, cityOfArea, firstOfCities, placeParts } from './place-parts.ts';
import { CITY_STATES, isSalesRegion, regionCountries, UNCERTAIN_CODES, US_STATES } from './regions.ts';
import { countryBehindCity } from './short-forms.ts';
import { countryOfRegionCode, isLikelyCountry, readCodeByCity } from './trailing-code.ts';

/** A place as a text names it. */
export interface Place {
  readonly city: string | null;
  readonly state: string | null;
  /** ISO alpha-2, upper case. */
  readonly country_code: string | null;
}

/** Cities of the country Georgia, which has the name of a US state. */
const CITIES_OF_GEORGIA = new Set(['tbilisi', 'batumi', 'kutaisi', 'rustavi', 'gori', 'zugdidi', 'poti']);
const POSTCODE =
  /\s*(?:〒|C\.?P\.?\s*(?=\d)|\b[A-Z]{1,2}-(?=\d{3})|\b)(?:\d{3}-\d{4}|\d{2}-\d{3}|\d{3} \d{2,3}(?=\s+\p{Lu}|$)|\d{4}\s?[A-Z]{2}(?=\s+[A-Z'’])|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d|[A-Z]\d[\dW]\s?[A-Z][A-Z\d]{3}|[A-Z]\d{4}(?:[A-Z]{3})?|\d{4,6}(?:-\d{3,4})?)(?![\p{L}\p{N}])\s*/gu;
const INNER_POSTCODE = /\s\d{4,6}\s+(?=\p{L})/u;
/** `(Hybrid)`, and French departments: `Lyon (69)`. */
const REMARK = /\s*\((?:\d[\dAB]\d?|(?:(?:or|oder|ou) )?(?:fully )?(?:remote|hybrid|on-?site|home ?office)[^)]*)\)/gi;
/** A state and its postcode; no country has this form. */
const STATE_AND_POSTCODE = /\b[A-Z]{2}\s+\d{5}(?:-\d{4})?\b/;
const ELSEWHERE =
  /^(?:(?:(?:fully|100 ?%) )?remote|remoto|hybrid|home(?: ?office|[- ]?based)?|work(?:ing)? from home|wfh|telecommute|virtual|online|distributed|on-?site|(?:planet )?earth|worldwide|global|anywhere|everywhere|international|n\/a|various|multiple locations|headquarters|hq|(?:(?:head|main) )?office)$/i;
/** `Berlin / Remote`, `Remote or Berlin`. */
const OR_REMOTE =
  /^(?:remote|remoto|hybrid|home ?office)\s*(?:[/&+:]|(?:or|oder|ou|o)\s)\s*(?=\S)|\s*(?:[/&+]|\s(?:or|oder|ou|o|and|und)\s)\s*(?:remote|remoto|hybrid|home ?office)$/i;
/** The first half of a British postcode. Canadian postcodes use the form `N6A`, except W1A to W1W. */
const BRITISH_AREA = /^(?:[A-Z]{1,2}\d{1,2}|[A-Z]{2}\d[A-Z]|W1[A-W])$/;
/** `Washington D.C.`: a city and its state, however they are written. */
const WASHINGTON = /\bWashington,?\s+D\.?\s?C\b\.?(?!-)/i;
/** The Federal District, now Mexico City. */
const MEXICO = /\bM[eé]xico,?\s+D\.?\s?F\b\.?/i;
/** A postcode before a city: `80331 München`, `D-80331 München`. The city follows the street. */
const AFTER_POSTCODE = /^(?:[A-Z]{1,2}-)?(?:\d{4,6}(?:-\d{3})?|\d{2}-\d{3})\s+\p{L}/u;
/** A street with a house number. */
const STREET = /^#?\d+\S*\s+\p{L}|\p{L}\.?\s+\d+\s?\p{L}?$/u;

/** The country of a region; the first entry takes precedence: codes such as WA are US states. */
const countryOfRegion = (key: string): string | undefined => regionCountries(key)[0];

/** An e-mail or web address, which a shifted row has in place of a city. */
export const isContact = (text: string): boolean => text.includes('@') || text.includes('://');

/** City, region and country of a text, as far as they are certain; null if none is certain. */
export const parsePlace = memoized((text: string): Place | null => {
  if (isContact(text)) return null;
  const address = japaneseAddress(text);
  if (address !== null) return address;
  const written = firstOfCities(
    text.replace(OR_REMOTE, '').replace(WASHINGTON, 'Washington, DC').replace(MEXICO, 'Ciudad de México'),
  )
    .split(/\s*[,;|，،、；]\s*|\s+[-–—]\s+/)
    .map((part) => part.replace(REMARK, '').trim());
  const named = withoutStreet(written)
    .map((part) => withoutArea(withoutPostcode(part)))
    .flatMap(placeParts)
    .map((part, index) => (index > 0 ? withoutAreaOfRegion(part) : part))
    .filter((part, index, { [index - 1]: before = '' }) => !(BRITISH_AREA.test(part) && isBritish(before)))
    .filter((part) => part !== '' && !ELSEWHERE.test(part) && !isSalesRegion(part) && !areCountries(part));
  const parts = cityFirst(named);
  const read = parts.length < 2 ? placeOfOne(parts[0] ?? '') : placeOfParts(parts);
  const isOfState = read.state !== null && read.country_code === null && STATE_AND_POSTCODE.test(text);
  const place = isOfState ? { ...read, country_code: 'US' } : read;
  return place.city === null && place.state === null && place.country_code === null ? null : place;
});

/** `Texas Metropolitan Area` after a city is Texas. */
function withoutAreaOfRegion(part: string): string {
  const region = part.replace(/\s+metro(?:politan)? area$/i, '');
  return countryOfRegion(wordKey(region)) === undefined ? part : region;
}

/** The text without its postcode. For `Main Street 1 10115 Berlin`, only the city after the postcode. */
function withoutPostcode(part: string): string {
  if (!/\d/.test(part)) return part;
  const inside = INNER_POSTCODE.exec(part);
  const after = inside === null ? '' : part.slice(inside.index + inside[0].length);
  return after !== '' && /\d/.test(part.slice(0, inside?.index)) && isCity(after)
    ? after
    : part.replace(POSTCODE, ' ').trim();
}

const isBritish = (name: string) => citiesNamed(wordKey(name))?.countries.includes('GB') === true;

/** The parts from the city on, if a street precedes the city. */
function withoutStreet(parts: string[]): string[] {
  if (!parts.some((part) => /\d/.test(part))) return parts;
  const city = parts.findIndex((part) => AFTER_POSTCODE.test(part) && !STREET.test(part.replace(POSTCODE, '')));
  if (city > 0) return parts.slice(city);
  const [first = '', second = ''] = parts;
  // `Paris 8, France` has no street.
  const isStreet = STREET.test(first) && !isCity(first.replace(/\s*\d+.*/, ''));
  return isStreet && (parts.length > 2 || isCity(withoutPostcode(second))) ? parts.slice(1) : parts;
}

/** `London W1` is London. */
function withoutArea(text: string): string {
  const at = text.lastIndexOf(' ');
  return at > 0 && BRITISH_AREA.test(text.slice(at + 1)) && isBritish(text.slice(0, at)) ? text.slice(0, at) : text;
}

/** Countries and territories of one city: `Singapore`. */
const CITY_COUNTRIES = new Set(['SG', 'HK', 'MO', 'MC', 'GI', 'VA']);
const NOWHERE: Place = { city: null, state: null, country_code: null };

function placeOfOne(text: string): Place {
  const name = text.length > 2 ? parseCountry(text) : null;
  const code = /^[A-Z]{2}$/.test(text) && !US_STATES.has(text.toLowerCase()) ? parseCountry(text) : null;
  const country_code = name ?? code;
  if (country_code !== null) {
    const isAlsoCity = CITY_COUNTRIES.has(country_code) && isCity(text);
    return { city: isAlsoCity ? cityName(text) : null, state: null, country_code };
  }
  const countries = regionCountries(wordKey(text));
  const isCode = /^[A-Z]{2,3}$/.test(text);
  // `TX` is a state. `CA` may be California or Canada.
  const isEither = isCode && (countries.length > 1 || parseCountry(text) !== null);
  if (countries.length > 0 && isEither) return NOWHERE;
  if (countries[0] !== undefined && (isCode || text.length > 3) && !CITY_STATES.has(wordKey(text)))
    return { city: null, state: text, country_code: countries[0] };
  return { city: text === '' ? null : cityName(text), state: null, country_code: null };
}

/** Reads the parts from the end: country, region, and the city before it. Any parts before the city are a street. */
function placeOfParts(parts: readonly string[]): Place {
  const last = parts.at(-1) ?? '';
  const before = parts.at(-2) ?? '';
  const isOfThree = parts.length > 2 || countryOfRegion(wordKey(before)) !== undefined;
  const isRegion = countryOfRegionCode(before, last) !== null;
  const short = parts.length > 2 || isRegion ? null : countryBehindCity(last, before);
  if (short !== null) return { city: cityName(before), state: null, country_code: short };
  const byCity = CODE.test(last) ? codeAfterCity(parts) : null;
  if (byCity !== null) return byCity;
  const byRegion = regionAsLast(last, before, isOfThree);
  if (byRegion !== undefined) return { city: cityName(before), state: last, country_code: byRegion };
  const country_code = parseCountry(last);
  if (country_code === null) {
    return { city: cityName(parts[0] ?? ''), state: parts.length === 2 ? last : before, country_code: null };
  }
  if (parts.length === 2) return cityOrRegion(before, country_code);
  return { city: cityName(cityOfParts(parts, country_code)), state: before, country_code };
}

/** The part before the region, or before the county in between: `Leeds, West Yorkshire, England, United Kingdom`. */
function cityOfParts(parts: readonly string[], country_code: string): string {
  const [further, nearest = ''] = parts.length > 3 ? parts.slice(-4) : [undefined, parts.at(-3)];
  if (further === undefined || isCity(nearest)) return nearest;
  const isRegion = regionCountries(wordKey(nearest)).includes(country_code) || NAMED_REGION.test(nearest);
  return isRegion || isCity(further) ? further : nearest;
}

const CODE = /^[A-Za-z]{2}$/;

/** The place if the city decides how to read the two letters at the end; null if the city does not decide. */
function codeAfterCity(parts: readonly string[]): Place | null {
  const code = (parts.at(-1) ?? '').toUpperCase();
  const before = cityName(parts.at(-2) ?? '');
  const ofThree = parts.length > 2 ? readCodeByCity(cityName(parts.at(-3) ?? ''), code) : null;
  // `Toronto, ON, CA`: the region is in between.
  if (ofThree?.kind === 'country')
    return { city: cityName(parts.at(-3) ?? ''), state: before, country_code: parseCountry(code) };
  const read = readCodeByCity(before, code);
  if (read?.kind === 'region') return { city: before, state: code, country_code: read.country_code };
  if (parts.length > 2) return null;
  const country_code = parseCountry(code);
  if (read?.kind === 'country') return cityOrRegion(before, country_code ?? '');
  if (read !== null) return { city: before, state: code, country_code: null };
  if (country_code === null || US_STATES.has(code.toLowerCase())) return null;
  return isLikelyCountry(code) ? cityOrRegion(before, country_code) : { city: before, state: code, country_code: null };
}

/** The country of a region at the end; null if the region may also be a country, undefined if it is not a region. */
function regionAsLast(last: string, before: string, isOfThree: boolean): string | null | undefined {
  const key = wordKey(last);
  const country = countryOfRegion(key);
  if (country === undefined) return undefined;
  if (key === 'georgia') return isOfThree || CITIES_OF_GEORGIA.has(wordKey(before)) ? undefined : 'US';
  const isCode = key.length <= 3;
  // `Toronto, ON, CA`: the part before is already a region.
  if (isCode && isOfThree && regionCountries(wordKey(before)).includes(parseCountry(last) ?? '')) return undefined;
  if (isCode && last !== last.toUpperCase()) return undefined;
  if (!isCode && parseCountry(last) !== null) return undefined;
  return UNCERTAIN_CODES.has(key) ? null : country;
}

/** `Lagos State`, `County Cork`. Counties of the US are in a state. */
const NAMED_REGION =
  /^(?:state|province|county|canton|departamento|provincia|estado|région) (?:(?:of|de|di|do|da) )?\p{Lu}|\p{L} (?:state|province|county|governorate|oblast|prefecture|voivodeship|область)$/iu;

/** `Bavaria, Germany` names no city. */
function cityOrRegion(text: string, country_code: string): Place {
  const key = wordKey(text);
  const isKnown = regionCountries(key).includes(country_code) || (country_code !== 'US' && NAMED_REGION.test(text));
  const isRegion = isKnown && !CITY_STATES.has(key);
  return isRegion ? { city: null, state: text, country_code } : { city: cityName(text), state: null, country_code };
}

const cityName = (text: string): string => writtenCity(cityOfArea(text));

const CEDEX = /\s+CEDEX(?:\s+\d+)?$/i;
/** `Paris 8e`, `Praha 4`, `Wien 3. Bezirk`, `Budapest XIII.`. The number of a district is no part of the city. */
const DISTRICT =
  /^(\p{L}.*?)[\s-]+(?:\d{1,2}(?:[eè]|er|[eè]me|\.|º)?|[IVX]{1,5}\.?)(?:\s+(?:[Aa]rr(?:ondissement|\.)?|[Bb]ez(?:irk|\.)?|[Dd]istrict|[Kk]er(?:ület|\.)?))?$/u;
/** `82319 Starnberg`, `1234 AB Dorp`, `г. Москва`. */
const BEFORE_NAME =
  /^(?:[A-Z]{1,3}-)?(?:\d{4}\s?[A-Z]{2}|\d{4,6}|\d{3} \d{2}|\d{2}-\d{3})\s+(?=\p{L}{2})|^(?:г|гор|м)\.\s*(?=\p{L}{2})/u;
const CAPITALS = /^[\p{Lu}\p{M}\s'’-]{4,}$/u;
const SMALL_WORDS = new Set(
  'am an auf aux da das de del der des di do dos du en et im in la le les of on sur the und upon y'.split(' '),
);

function withoutDistrict(text: string): string {
  const [, city = ''] = DISTRICT.exec(text) ?? [];
  return city !== '' && isCity(city) ? city : text;
}

/**
 * `PARIS CEDEX 11` is Paris, `82319 Starnberg` is Starnberg, `FRANKFURT AM MAIN` is Frankfurt am Main. Shorter names
 * in capitals, such as `NYC`, do not change.
 */
export function writtenCity(text: string): string {
  const whole = withoutDistrict(text);
  const second = whole.charCodeAt(1);
  const isPlain = (second >= 0x61 && second <= 0x7a) || second > 0xde;
  if (isPlain && !/cedex/i.test(whole)) return whole;
  const city = whole.replace(CEDEX, '').replace(BEFORE_NAME, '');
  if (!CAPITALS.test(city)) return city;
  return city
    .toLowerCase()
    .split(/(?<=[\s-])/)
    .map((word, index) => (index > 0 && SMALL_WORDS.has(word.replace(/[\s-]$/, '')) ? word : capitalised(word)))
    .join('');
}

/** `l’isle` becomes L’Isle, `o'fallon` becomes O'Fallon. */
const capitalised = (word: string) => word.replace(/(?:^|(?<=^\p{L}['’]))\p{L}/gu, (letter) => letter.toUpperCase());
