// Reads two letters after a city as a country (`Cork, IE`) or as a region (`Torino, TO`). The larger cities of GeoNames
// decide.
import { wordKey } from '../../../words/words.ts';
import { parseCountry } from './country.ts';
import { citiesNamed, cityCountOf } from './gazetteer.ts';
import codes from './region-codes.json' with { type: 'json' };
import { regionCountries } from './regions.ts';

/** Countries by region code, and by `CODE capital` for regions that are named after their capital. */
const COUNTRIES_BY_CODE = new Map<string, string[]>();
const COUNTRY_BY_CAPITAL = new Map<string, string>();
for (const [country, text] of Object.entries(codes)) {
  for (const entry of text.split(', ')) {
    const code = entry.slice(0, 2);
    COUNTRIES_BY_CODE.set(code, [...(COUNTRIES_BY_CODE.get(code) ?? []), country]);
    if (entry !== code) COUNTRY_BY_CAPITAL.set(`${code} ${wordKey(entry.slice(3))}`, country);
  }
}
/** Countries whose addresses end in region codes, with the number of their regions. */
const WRITTEN = new Map([
  ['US', 51],
  ['CA', 13],
  ['AU', 8],
  ['BR', 27],
  ['CH', 26],
  ['IT', 107],
]);

function regionCountriesOf(code: string): string[] {
  return [...new Set([...regionCountries(code.toLowerCase()), ...(COUNTRIES_BY_CODE.get(code) ?? [])])];
}

/**
 * The only country that has both a region with this code and a larger city of this name, or a region with this code and
 * this capital. If several countries match, the country whose city is far larger: `Amsterdam, NH` is not in New
 * Hampshire.
 */
export function countryOfRegionCode(city: string, code: string): string | null {
  if (!/^[A-Z]{2}$/.test(code)) return null;
  const key = wordKey(city);
  const known = citiesNamed(key);
  const all = regionCountriesOf(code).filter((country) => known?.countries.includes(country));
  const [found, ...others] = all;
  if (found !== undefined && others.length > 0) return all.find((country) => country === known?.dominant) ?? null;
  return found ?? COUNTRY_BY_CAPITAL.get(`${code} ${key}`) ?? null;
}

export type CodeReading =
  /** The code is a region of this country. */
  | { readonly kind: 'region'; readonly country_code: string }
  | { readonly kind: 'country' }
  /** The code may be either, or contradicts the city. */
  | { readonly kind: 'uncertain' };

/** The reading of the two letters after a city, by the larger cities of its name; null if there is no such city. */
export function readCodeByCity(city: string, code: string): CodeReading | null {
  const known = citiesNamed(wordKey(city));
  const country = parseCountry(code);
  const region = countryOfRegionCode(city, code);
  const isOfCountry = country !== null && known?.countries.includes(country) === true;
  if (region !== null && region !== country)
    return isOfCountry ? { kind: 'uncertain' } : { kind: 'region', country_code: region };
  if (isOfCountry) return { kind: 'country' };
  // A code that is no country, such as TX, is accepted for small cities too.
  if (known === undefined || country === null) return null;
  // `Newcastle, UK`: no region, and no well-known city of another country.
  const isClear = country !== code || (known.dominant === null && isLikelyCountry(code));
  return { kind: isClear ? 'country' : 'uncertain' };
}

/** Whether the country with this code and a region with it both have a city of this name: `Vancouver, CA`. */
export function isOfEither(city: string, code: string): boolean {
  const country = parseCountry(code);
  const isOfCountry = country !== null && citiesNamed(wordKey(city))?.countries.includes(country) === true;
  return isOfCountry && ![null, country].includes(countryOfRegionCode(city, code));
}

/**
 * The code is read as a country if the country has this many times more larger cities than the regions with the code.
 */
const LIKELIER = 3;

/** Whether two letters after an unknown city are more likely a country than a region. */
export function isLikelyCountry(code: string): boolean {
  const country = parseCountry(code);
  const regions = regionCountriesOf(code).filter((each) => WRITTEN.has(each));
  if (country === null || regions.includes('US')) return false;
  const ofRegions = regions.map((each) => cityCountOf(each) / (WRITTEN.get(each) ?? 1));
  return regions.length === 0 || cityCountOf(country) >= LIKELIER * ofRegions.reduce((sum, each) => sum + each, 0);
}
