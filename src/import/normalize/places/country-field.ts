// Reads the country of a place from its own field, which may hold short forms that mean nothing elsewhere.
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { listedValue } from '../../../contract/vocabularies/values.ts';
import { type Scope, textOf } from '../scope.ts';
import { parseCountry } from './country.ts';
import { countryOfLetters, shortenedCountry } from './short-forms.ts';

/**
 * Vehicle registration codes, as in address books of Central Europe. Only country fields accept them: in other fields,
 * a single letter has no meaning.
 */
const VEHICLE_CODES: ReadonlyMap<string, string> = new Map(
  Object.entries({ A: 'AT', B: 'BE', D: 'DE', E: 'ES', F: 'FR', H: 'HU', I: 'IT', L: 'LU', N: 'NO', P: 'PT', S: 'SE' }),
);

/** Calling codes that are also the ISO 3166 number of another country, such as 380 (Ukraine, Italy). */
let callingCodes: ReadonlySet<string> | null = null;

/** The country of a number of ISO 3166, such as 276; null for a number that is also a calling code. */
function countryOfNumber(text: string): string | null {
  if (!/^\d{3}$/.test(text)) return null;
  callingCodes ??= new Set(getCountries().map((country) => getCountryCallingCode(country)));
  const region = callingCodes.has(text) ? undefined : new Intl.Locale(`und-${text}`).region;
  return region === undefined ? null : listedValue('country', region);
}

const SITES = ['website', 'domain', 'domains', 'emails'];

/**
 * The country of a place, from `country_code`, else from `country_name`. Notes unknown values and contradictions. The
 * sites of its row help to read short forms.
 */
export function countryOf(place: Scope, row: Scope): string | null {
  let country: string | null = null;
  for (const field of ['country_code', 'country_name', 'country']) {
    const text = textOf(place, field);
    // `NA` is Namibia as a code, but "not available" in a field of names.
    if (text === null || (text === 'NA' && field === 'country_name')) continue;
    const ofLetters = countryOfLetters(
      text,
      place.values['city'],
      SITES.map((site) => row.values[site]),
    );
    const code = ofLetters ?? parseCountry(text) ?? countryOfCode(text) ?? shortenedCountry(text);
    if (code === null) place.notes.warn(place.path + field, 'unknown country', text);
    else if (country !== null && code !== country)
      place.notes.warn(place.path + field, 'dropped: contradicts country_code', text);
    country ??= code;
  }
  return country;
}

const countryOfCode = (text: string) => VEHICLE_CODES.get(text) ?? countryOfNumber(text);
