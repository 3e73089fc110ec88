// Brings the parts of a written place into the order city, region, country: `Germany, Berlin`, `USA, Texas, Austin` and
// `US-CA-San Francisco` start with the country, and `Hong Kong, China` names two countries.
import { otherCodeOf } from '../../../identity/territories.ts';
import { wordKey } from '../../../words/words.ts';
import { parseCountry } from './country.ts';
import { citiesNamed, isCity } from './gazetteer.ts';
import { CITY_STATES, regionCountries } from './regions.ts';

/** `DE-Berlin`, `USA-NY-New York`. */
const HYPHENATED = /^([A-Z]{2,3})-(?:([A-Z]{2,3})-)?(\p{Lu}\p{L}{2}.*)$/u;
const CODE = /^[A-Za-z]{2,3}$/;
const countriesOfCity = (name: string) => citiesNamed(wordKey(name))?.countries ?? [];

/** The parts from the city to the country, without a second country: `Hong Kong, China` is in Hong Kong. */
export function cityFirst(parts: readonly string[]): readonly string[] {
  const [first = '', before = first, last = before] = [parts[0], parts.at(-2), parts.at(-1)];
  if (parts.length < 2) return hyphenated(first) ?? parts;
  const country = parseCountry(last);
  if (country !== null) return hasOtherCode(before, country) ? withoutSecondCountry(parts) : parts;
  if (/^[A-Za-z]{1,2}$/.test(last)) return parts;
  if (parseCountry(before) !== null) {
    // A comma within the name of the country: `Seoul, Korea, Republic of`.
    const whole = `${before}, ${last}`;
    if (parseCountry(whole) !== null) return [...parts.slice(0, -2), whole];
  }
  return startsWithCountry(first, last) || (parts.length === 2 && startsWithRegion(first, last))
    ? parts.toReversed()
    : parts;
}

function hyphenated(text: string): string[] | null {
  const [, country = '', region = '', city = ''] = HYPHENATED.exec(text) ?? [];
  if (city === '' || !countriesOfCity(city).includes(parseCountry(country) ?? '')) return null;
  return region === '' ? [city, country] : [city, region, country];
}

function hasOtherCode(name: string, country: string): boolean {
  if (countriesOfCity(name).includes(country)) return false;
  return otherCodeOf(parseCountry(name) ?? '') === country;
}

function withoutSecondCountry(parts: readonly string[]): string[] {
  const [territory = ''] = parts;
  return parts.length === 2 && isCity(territory) ? [territory, territory] : parts.slice(0, -1);
}

/** Whether the first part is a country and the last one a place in it. `Mexico, Missouri` is a city of that name. */
function startsWithCountry(first: string, last: string): boolean {
  const country = first === written(first) ? parseCountry(first) : null;
  if (country === null) return false;
  const ofLast = [...regionCountries(wordKey(last)), ...countriesOfCity(last)];
  return ofLast.includes(country) || (ofLast.length === 0 && !CODE.test(first));
}

/** `California, San Francisco`. */
function startsWithRegion(first: string, last: string): boolean {
  const [key, lastKey] = [wordKey(first), wordKey(last)];
  if (first !== written(first) || CITY_STATES.has(key) || CODE.test(last)) return false;
  const isRegion = regionCountries(lastKey).length > 0 && !CITY_STATES.has(lastKey);
  return !isRegion && regionCountries(key).some((country) => countriesOfCity(last).includes(country));
}

/** Codes are written in capitals. */
const written = (text: string) => (CODE.test(text) ? text.toUpperCase() : text);
