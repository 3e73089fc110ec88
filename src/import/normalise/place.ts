// Places out of one text: `City, Region, Country` and its shorter and longer forms. What is not certain stays out: a text that ends in
// letters which are a US state as well as a country gives no country.
import type { PlaceRecord } from '../../contract/import-records.ts';
import { wordKey } from '../../words/words.ts';
import { remembered } from '../bounded-cache.ts';
import { parseCountry } from './country.ts';
import regions from './regions.json' with { type: 'json' };

interface Region {
  readonly countryCode: string;
}

/** Regions that belong to one country only, by their folded name or their code. */
const REGIONS: ReadonlyMap<string, Region> = regionsByKey();
const US_STATES = keysOf(regions.US);
/** Codes of US states that are as usual for the country of the same code. */
const UNCERTAIN_CODES = new Set(['de', 'in', 'id', 'ar']);
/** Cities of the country that bears the name of a US state. */
const CITIES_OF_GEORGIA = new Set(['tbilisi', 'batumi', 'kutaisi', 'rustavi', 'gori', 'zugdidi', 'poti']);
const AREA = /^(?:greater\s+)?(.+?)(?<!\sbay)\s+(?:metropolitan\s+)?(?:area|region)$/i;
const POSTCODE = /\s*\b(?:[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d|\d{4,6}(?:-\d{3,4})?)\b\s*/g;
/** `(Hybrid)`, and departments of France: `Lyon (69)`. */
const REMARK = /\s*\((?:\d[\dAB]\d?|(?:fully )?(?:remote|hybrid|on-?site|home ?office)[^)]*)\)/gi;
/** A state and its postcode: no country has the like. */
const STATE_AND_POSTCODE = /\b[A-Z]{2}\s+\d{5}(?:-\d{4})?\b/;
const ELSEWHERE = /^(?:remote|worldwide|global|anywhere|international|n\/a|various|multiple locations)$/i;

function keysOf(names: string): Set<string> {
  return new Set(names.split(', ').flatMap((entry) => regionKeys(entry)));
}

/** `CA California` is known by both, `Bavaria` by its name. */
function regionKeys(entry: string): string[] {
  const [, code, name] = /^([A-Z]{2,3}) (.+)$/.exec(entry) ?? [];
  return code === undefined ? [wordKey(entry)] : [wordKey(code), wordKey(name ?? '')];
}

function regionsByKey(): Map<string, Region> {
  const byKey = new Map<string, Region>();
  for (const [countryCode, names] of Object.entries(regions)) {
    // The first country wins: codes such as WA are those of the US.
    for (const key of keysOf(names)) if (!byKey.has(key)) byKey.set(key, { countryCode });
  }
  return byKey;
}

/** City, region and country of one text, as far as they are certain; null where nothing is. */
export const parsePlace = remembered((text: string): PlaceRecord | null => {
  const parts = text
    .split(/\s*[,;|]\s*|\s+[-–]\s+/)
    .map((part) => part.replace(REMARK, '').replace(POSTCODE, ' ').trim())
    .filter((part) => part !== '' && !ELSEWHERE.test(part));
  const read = parts.length < 2 ? placeOfOne(parts[0] ?? '') : placeOfParts(parts);
  const isOfState = read.state !== null && read.countryCode === null && STATE_AND_POSTCODE.test(text);
  const place = isOfState ? { ...read, countryCode: 'US' } : read;
  return place.city === null && place.state === null && place.countryCode === null ? null : place;
});

function placeOfOne(text: string): PlaceRecord {
  const country = text.length > 2 ? parseCountry(text) : null;
  const code = /^[A-Z]{2}$/.test(text) && !US_STATES.has(text.toLowerCase()) ? parseCountry(text) : null;
  const countryCode = country ?? code;
  if (countryCode !== null) return { city: null, state: null, countryCode };
  const region = REGIONS.get(wordKey(text));
  if (region && text.length > 3 && !CITY_STATES.has(wordKey(text))) {
    return { city: null, state: text, countryCode: region.countryCode };
  }
  return { city: text === '' ? null : cityName(text), state: null, countryCode: null };
}

/** Names that a city bears before its region does. */
const CITY_STATES = new Set([
  'berlin',
  'hamburg',
  'bremen',
  'new york',
  'washington',
  'utrecht',
  'jakarta',
  'murcia',
  'victoria',
]);

/** Read from the end: the country, the region, and the city before it; what stands further in front is a street. */
function placeOfParts(parts: readonly string[]): PlaceRecord {
  const last = parts.at(-1) ?? '';
  const before = parts.at(-2) ?? '';
  const isOfThree = parts.length > 2 || REGIONS.has(wordKey(before));
  const byRegion = regionAsLast(last, before, isOfThree);
  if (byRegion !== undefined) return { city: cityName(before), state: last, countryCode: byRegion };
  const countryCode = parseCountry(last);
  if (countryCode === null) {
    return { city: cityName(parts[0] ?? ''), state: parts.length === 2 ? last : before, countryCode: null };
  }
  if (parts.length === 2) return cityOrRegion(before, countryCode);
  return { city: cityName(parts.at(-3) ?? ''), state: before, countryCode };
}

/** The country of a region that stands last; null where it may be a country as well, undefined where it is no region. */
function regionAsLast(last: string, before: string, isOfThree: boolean): string | null | undefined {
  const key = wordKey(last);
  const region = REGIONS.get(key);
  if (!region) return undefined;
  if (key === 'georgia') return isOfThree || CITIES_OF_GEORGIA.has(wordKey(before)) ? undefined : 'US';
  const isCode = key.length <= 3;
  // `Toronto, ON, CA`: a region stands before it already.
  if (isCode && isOfThree && REGIONS.has(wordKey(before)) && parseCountry(last) !== null) return undefined;
  if (isCode && last !== last.toUpperCase()) return undefined;
  if (!isCode && parseCountry(last) !== null) return undefined;
  return UNCERTAIN_CODES.has(key) ? null : region.countryCode;
}

/** `Bavaria, Germany` names no city. */
function cityOrRegion(text: string, countryCode: string): PlaceRecord {
  const key = wordKey(text);
  const isRegion = REGIONS.get(key)?.countryCode === countryCode && !CITY_STATES.has(key);
  return isRegion ? { city: null, state: text, countryCode } : { city: cityName(text), state: null, countryCode };
}

/** `Greater Leeds Area` is Leeds: areas are named after their city. */
function cityName(text: string): string {
  return writtenCity(AREA.exec(text)?.[1] ?? text);
}

const CEDEX = /\s+CEDEX(?:\s+\d+)?$/i;
const CAPITALS = /^[\p{Lu}\p{M}\s'’-]{4,}$/u;
const SMALL_WORDS = new Set(
  'am an auf aux da das de del der des di do dos du en et im in la le les of on sur the und upon y'.split(' '),
);

/** `PARIS CEDEX 11` is Paris, `FRANKFURT AM MAIN` Frankfurt am Main; shorter names in capitals stay, as `NYC` does. */
export function writtenCity(text: string): string {
  const second = text.charCodeAt(1);
  const isPlain = (second >= 0x61 && second <= 0x7a) || second > 0xde;
  if (isPlain && !/cedex/i.test(text)) return text;
  const city = text.replace(CEDEX, '');
  if (!CAPITALS.test(city)) return city;
  return city
    .toLowerCase()
    .split(/(?<=[\s-])/)
    .map((word, index) => (index > 0 && SMALL_WORDS.has(word.replace(/[\s-]$/, '')) ? word : capitalised(word)))
    .join('');
}

/** `l’isle` is L’Isle, `o'fallon` O'Fallon. */
const capitalised = (word: string) => word.replace(/(?:^|(?<=^\p{L}['’]))\p{L}/gu, (letter) => letter.toUpperCase());
