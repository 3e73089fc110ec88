// Countries and cities of the generated records, weighted by the number of companies and people. person-name.ts has the
// names of people there.
import rows from './places.json' with { type: 'json' };
import { type Random, weighted, words } from './random.ts';

export interface City {
  readonly city: string;
  readonly state_code: string | null;
  readonly state: string | null;
  /** ISO alpha-2. */
  readonly country_code: string;
}

/** Language of titles and schools in a country; `en` if the lists have no other. */
export type Language = 'en' | 'de' | 'fr' | 'es';

export interface Country {
  readonly code: string;
  readonly language: Language;
  /** Keys of names.json, each repeated by its weight. */
  readonly cultures: readonly string[];
  /** The culture of company names in native script; null if they are Latin only. */
  readonly nativeCulture: string | null;
  readonly legalForms: readonly string[];
  /** The first cities are the largest. */
  readonly cities: readonly City[];
}

function parseCity(text: string, country_code: string): City {
  const [city = '', state_code, state] = text.split('/');
  return { city, state_code: state_code || null, state: state || null, country_code };
}

function parseCountry(row: (typeof rows)[number]): Country {
  return {
    code: row.code,
    language: row.language as Language,
    cultures: weighted(Object.entries(row.cultures)),
    nativeCulture: row.native ?? null,
    legalForms: words(row.legal),
    cities: words(row.cities).map((city) => parseCity(city, row.code)),
  };
}

/** Every country of the generator, repeated by its weight: `random.pick` draws one. */
export const COUNTRIES_BY_WEIGHT: readonly Country[] = weighted(rows.map((row) => [parseCountry(row), row.weight]));

/** A city of the country; larger ones are more frequent. */
export function pickCity(random: Random, country: Country): City {
  const { cities } = country;
  return cities[Math.min(random.below(cities.length), random.below(cities.length))]!;
}
