// Infers the country of a city and a state that are written without one, if only one country is possible: by the states
// of regions.json, and by the states and larger cities of GeoNames (gazetteer.json, written by
// bench/make-gazetteer.ts).
import { wordKey } from '../../../words/words.ts';
import { parseCountry } from './country.ts';
import gazetteer from './gazetteer.json' with { type: 'json' };
import { citiesNamed } from './gazetteer.ts';
import { regionCountries, UNCERTAIN_CODES } from './regions.ts';
import { countryOfRegionCode } from './trailing-code.ts';

const CODE_LENGTH_MAX = 3;
/** Areas such as `San Francisco Bay Area` consist of cities of one country. */
const BAY_AREA = / bay area$/;

let regions: ReadonlyMap<string, string> | null = null;

/** Built on first use: most files name the country. */
function regionsByKey(): ReadonlyMap<string, string> {
  regions ??= new Map(
    Object.entries(gazetteer.regions).flatMap(([country, names]) => names.split(', ').map((name) => [name, country])),
  );
  return regions;
}

/** A code with periods, `D.C.`, is used only if it is a code of the city's country: Bogotá also has a `D.C.`. */
const INITIALS = /^(?:[A-Z]\.){2,3}$/;

/** The countries that have a state with this name or code. Codes are written in capitals. */
function countriesOfState(state: string): readonly string[] {
  const key = wordKey(state);
  if (key.length <= CODE_LENGTH_MAX && state !== state.toUpperCase()) return [];
  const known = regionCountries(key);
  const other = regionsByKey().get(key);
  return known.length > 0 || other === undefined ? known : [other];
}

/**
 * The country, or null if several are possible. The state decides, unless it is a code that contradicts the city
 * (`Milano, TX`). A city alone decides if no other city of its name is well known.
 */
export function inferCountry(city: string | null, state: string | null): string | null {
  const ofCity = city === null ? undefined : citiesNamed(wordKey(city).replace(BAY_AREA, ''));
  if (state === null) return ofCity?.dominant ?? null;
  const byCode = city === null ? null : countryOfRegionCode(city, state);
  if (byCode !== null) return byCode;
  const ofState = INITIALS.test(state)
    ? countriesOfState(state.replaceAll('.', '')).filter((country) => ofCity?.countries.includes(country))
    : countriesOfState(state);
  const both = ofState.filter((country) => ofCity?.countries.includes(country));
  if (both.length > 0) return both.length === 1 ? (both[0] ?? null) : null;
  // A country in place of the state: `London, United Kingdom`, `Batumi, Georgia`.
  const named = state.length > CODE_LENGTH_MAX ? parseCountry(state) : null;
  if (named !== null && (ofCity?.countries.includes(named) ?? ofState.length === 0)) return named;
  // `Boston, Lincolnshire`: an unknown state may be in any country.
  if (ofState.length === 0) return ofCity?.countries.length === 1 ? (ofCity.dominant ?? null) : null;
  const key = wordKey(state);
  const isCode = key.length <= CODE_LENGTH_MAX;
  if (ofState.length > 1 || UNCERTAIN_CODES.has(key)) return null;
  if (ofCity !== undefined && (isCode || parseCountry(state) !== null)) return null;
  return ofState[0] ?? null;
}
