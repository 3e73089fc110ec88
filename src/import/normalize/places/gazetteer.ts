// The larger cities of GeoNames by folded name (gazetteer.json, written by bench/make-gazetteer.ts).
import { wordKey } from '../../../words/words.ts';
import gazetteer from './gazetteer.json' with { type: 'json' };

export interface CityCountries {
  /** The countries that have a larger city of this name. */
  readonly countries: readonly string[];
  /** The country whose city is ten times larger than all other cities of this name; null if there is none. */
  readonly dominant: string | null;
}

let cities: ReadonlyMap<string, CityCountries> | null = null;
const counts = new Map<string, number>();

const WITH_UMLAUTS = ['DE', 'AT', 'CH'];

/** A district after the name of its city: `praha 1`, `paris 8e`, `budapest xiii`, `kobenhavn k`. */
const DISTRICT = / (?:\d{1,2}(?:e|er|eme|eme arrondissement)?|[ivx]{1,5}|[a-z])$/;
/**
 * Words for a city or its region, which Chinese, Japanese and Korean write after the name: `東京都`. Keys have the parts
 * of Korean syllables as letters.
 */
const KIND_OF_PLACE = new RegExp('(?:[市都府]|특별시|광역시|시)$'.normalize('NFKD'));

/**
 * The countries of the larger cities of a name, given as its word key; undefined if there is none. `muenchen` is
 * Munich: `ue` is read as an umlaut if the city is in a country whose language has umlauts.
 */
export function citiesNamed(key: string): CityCountries | undefined {
  const known = citiesByKey().get(key);
  if (known !== undefined) return known;
  const city = key.replace(DISTRICT, '').replace(KIND_OF_PLACE, '');
  if (city !== key) return citiesByKey().get(city);
  if (!/[aou]e/.test(key)) return undefined;
  const spelled = citiesByKey().get(key.replace(/([aou])e/g, '$1'));
  return WITH_UMLAUTS.includes(spelled?.dominant ?? '') ? spelled : undefined;
}

export const isCity = (name: string): boolean => citiesNamed(wordKey(name)) !== undefined;

/** Built on first use: most files name the country. */
function citiesByKey(): ReadonlyMap<string, CityCountries> {
  if (cities !== null) return cities;
  const made = new Map<string, CityCountries>();
  for (const [country, text] of Object.entries(gazetteer.cities)) {
    const names = text.split(', ');
    counts.set(country, names.length);
    for (const name of names) {
      const isDominant = name.endsWith('*');
      const key = isDominant ? name.slice(0, -1) : name;
      const known = made.get(key) ?? { countries: [], dominant: null };
      made.set(key, { countries: [...known.countries, country], dominant: isDominant ? country : known.dominant });
    }
  }
  cities = made;
  return made;
}

/** The number of larger cities of a country. */
export function cityCountOf(country: string): number {
  citiesByKey();
  return counts.get(country) ?? 0;
}
