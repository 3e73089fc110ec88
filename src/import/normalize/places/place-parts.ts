// Splits written places by the names of larger cities: `Austin TX`, `Milano (MI)` and `Paris France` are a city and the
// text after it; `Greater Austin` and `Milano e dintorni` are areas named after their city.
import { wordKey } from '../../../words/words.ts';
import { parseCountry } from './country.ts';
import { citiesNamed, isCity } from './gazetteer.ts';
import { CITY_STATES, isSalesRegion, regionCountries } from './regions.ts';
import { countryOfRegionCode } from './trailing-code.ts';

/** A longer part is not a name. */
const PART_LENGTH_MAX = 80;
const CODE_LENGTH_MAX = 3;
const IN_BRACKETS = /^(.+?)\s*[([]([^()[\]]+)[)\]]$/;
const AFTER_SLASH = /^(.+?)\s*(?:[/-]\s*([A-Z]{2,3})|\/\s*(\p{Lu}\p{L}{3}.*))$/u;
/** Words for a place of work before or after a city or a country: `Remote in Germany`, `Berlin Office`. */
const WORKPLACE =
  /^(?:(?:(?:fully )?remote|remoto|hybrid|on-?site|home ?based|home ?office)(?:\s+(?:in|from|within))?|(?:anywhere|everywhere) (?:in|within)|(?:(?:head|main|branch) )?office|hq|standort|niederlassung|b(?:ü|ue)ro|filiale|zweigstelle|werk|bureau(?: (?:de|à))?|agence de|oficina de|sede di|ufficio di|kantoor)\s+|\s+(?:remote|(?:(?:head|main|branch|sales|regional) )?office|hq|headquarters|branch|campus|plant|site|hub|kantoor)$/i;

const AREA = /^(?:greater\s+)?(.+?)(?<!\sbay)\s+(?:metropolitan\s+)?(?:area|region)$/i;
/** Words for the area around a city in seven languages. */
const BEFORE_CITY =
  /^(?:greater|metro|gro(?:ß|ss)raum|raum|umkreis|metropolregion|région de|ville de|gran|grande|area(?: di)?|área (?:de|metropolitana de)|regio|omgeving)\s+(.+)$/i;
const AFTER_CITY =
  /^(.+?)\s+(?:metro(?:plex|politan)?|und umgebung|et (?:sa )?(?:périphérie|région|environs)|e dintorni|y alrededores|e região|en omgeving)$/i;

/** `Greater Leeds Area` is Leeds, `Dallas-Fort Worth Metroplex` is Dallas: areas are named after their city. */
export function cityOfArea(text: string): string {
  if (text.length > PART_LENGTH_MAX || isCity(text)) return text;
  const inner = AREA.exec(text)?.[1];
  const [named] = [inner, BEFORE_CITY.exec(text)?.[1], AFTER_CITY.exec(text)?.[1]].flatMap((name) => {
    const first = name?.split(/\s*[-–/]\s*/)[0] ?? '';
    return [name, first].filter((each) => each !== undefined && isCity(each));
  });
  return named ?? inner ?? text;
}

/** The first city of a list: `Berlin` for `Berlin / London`, `Berlin & London` and `Berlin, London`. */
export function firstOfCities(text: string): string {
  const names = text.split(/\s*[;|/&+]\s*|\s+(?:or|oder|ou|o|und|et)\s+/i);
  if (names.length > 1 && !isCity(text) && names.every(isCity)) return names[0] ?? text;
  const listed = text.split(/\s*,\s*/);
  return areSeparateCities(listed) ? (listed[0] ?? text) : text;
}

/** Whether the names are cities of different countries, or three cities. One of two may be part of the other. */
function areSeparateCities(names: readonly string[]): boolean {
  if (names.length < 2 || !names.toReversed().every(isCity) || new Set(names).size < names.length) return false;
  const isWhole = (name: string) =>
    parseCountry(name) !== null || (regionCountries(wordKey(name)).length > 0 && !CITY_STATES.has(wordKey(name)));
  if (names.some(isWhole)) return false;
  const countries = names.flatMap((name) => citiesNamed(wordKey(name))?.countries ?? []);
  return names.length > 2 || new Set(countries).size === countries.length;
}

/** `Germany/Austria`, `UK & Ireland`. */
export function areCountries(text: string): boolean {
  if (!/[/&+]|\s[A-Za-z]{1,4}\s/.test(text)) return false;
  const names = text.split(/\s*[/&+]\s*|\s+(?:or|oder|ou|o|and|und|et|y|e)\s+/i);
  return names.length > 1 && parseCountry(text) === null && names.every((name) => parseCountry(name) !== null);
}

/** The parts of a text without a comma: a city and the text after it, or the whole text. */
export function placeParts(text: string): string[] {
  if (text.length > PART_LENGTH_MAX || !/[\s(/-]/.test(text)) return [text];
  const where = WORKPLACE.test(text) ? text.replace(WORKPLACE, '') : countryOfRemote(text);
  if (where !== null && (parseCountry(where) !== null || isCity(where))) return [where];
  if (isCity(text)) return [text];
  const divided = afterMark(text) ?? endingAfterCity(text.split(/\s+/));
  return divided === null || parseCountry(text) !== null ? [text] : divided;
}

/** `Remote (Germany)`. */
function countryOfRemote(text: string): string | null {
  const [, remote = '', where = null] = IN_BRACKETS.exec(text) ?? [];
  return isSalesRegion(remote) ? where : null;
}

function afterMark(text: string): string[] | null {
  for (const form of [IN_BRACKETS, AFTER_SLASH]) {
    const [, city = '', code, end = code ?? ''] = form.exec(text) ?? [];
    if (end !== '' && isAfterCity(city, end)) return [city, end];
    // `Germany (Berlin)`.
    if (end !== '' && city.length >= CODE_LENGTH_MAX && isAfterCity(end, city)) return [end, city];
  }
  return null;
}

/**
 * A city, its region and its country, or a city and one of these; null if the text does not start with a known city.
 */
function endingAfterCity(words: readonly string[]): string[] | null {
  for (let count = words.length - 1; count > 0; count -= 1) {
    const city = words.slice(0, count).join(' ');
    if (!isCity(city)) continue;
    const end = words.slice(count).join(' ');
    if (isAfterCity(city, end)) return [city, end];
    for (let at = count + 1; at < words.length; at += 1) {
      const region = words.slice(count, at).join(' ');
      const country = words.slice(at).join(' ');
      // `Boston Massachusetts USA`.
      if (isAfterCity(city, region) && isAfterCity(city, country)) return [city, region, country];
    }
    return null;
  }
  return null;
}

/** Whether the text before it is a city of the region or country. Codes are written in capitals. */
function isAfterCity(city: string, end: string): boolean {
  const countries = citiesNamed(wordKey(city))?.countries ?? [];
  if (countries.length === 0 || (end.length <= CODE_LENGTH_MAX && end !== end.toUpperCase())) return false;
  const isInOneCountry = (found: readonly string[]) => found.some((country) => countries.includes(country));
  return (
    isInOneCountry(regionCountries(wordKey(end))) ||
    isInOneCountry([parseCountry(end) ?? '']) ||
    countryOfRegionCode(city, end) !== null
  );
}
