// Two letters after a city, which are a country (`Cork, IE`) or a region of one (`Torino, TO`): the larger cities of
// GeoNames decide.
import { wordKey } from '../../../words/words.ts';
import { parseCountry } from './country.ts';
import { citiesNamed, cityCountOf } from './gazetteer.ts';
import codes from './region-codes.json' with { type: 'json' };
import { regionCountries } from './regions.ts';

/** Countries by code of their regions, and by `CODE capital` for regions with the name of their capital. */
const COUNTRIES_BY_CODE = new Map<string, string[]>();
const COUNTRY_BY_CAPITAL = new Map<string, string>();
for (const [country, text] of Object.entries(codes)) {
  for (const entry of text.split(', ')) {
    const code = entry.slice(0, 2);
    COUNTRIES_BY_CODE.set(code, [...(COUNTRIES_BY_CODE.get(code) ?? []), country]);
    if (entry !== code) COUNTRY_BY_CAPITAL.set(`${code} ${wordKey(entry.slice(3))}`, country);
  }
}
/** The countries whose addresses end in codes of regions, with the number of these. */
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
 * The only country that has a region with this code, and a larger city of this name or that region's capital; of
 * several the one whose city is far larger: `Amsterdam, NH` is not in New Hampshire.
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
  /** It may be both, or contradicts the city. */
  | { readonly kind: 'uncertain' };

/** How the larger cities of this name read the two letters after it; null if there is none. */
export function readCodeByCity(city: string, code: string): CodeReading | null {
  const known = citiesNamed(wordKey(city));
  const country = parseCountry(code);
  const region = countryOfRegionCode(city, code);
  const isOfCountry = country !== null && known?.countries.includes(country) === true;
  if (region !== null && region !== country)
    return isOfCountry ? { kind: 'uncertain' } : { kind: 'region', country_code: region };
  if (isOfCountry) return { kind: 'country' };
  // Codes that are no country, such as TX, are believed for small cities too.
  return known === undefined || country === null ? null : { kind: 'uncertain' };
}

/** So many times more larger cities a country has than the regions with its code, to be the likely reading. */
const LIKELIER = 3;

/** Whether two letters after an unknown city are rather a country than a region. */
export function isLikelyCountry(code: string): boolean {
  const country = parseCountry(code);
  const regions = regionCountriesOf(code).filter((each) => WRITTEN.has(each));
  if (country === null || regions.includes('US')) return false;
  const ofRegions = regions.map((each) => cityCountOf(each) / (WRITTEN.get(each) ?? 1));
  return regions.length === 0 || cityCountOf(country) >= LIKELIER * ofRegions.reduce((sum, each) => sum + each, 0);
}
