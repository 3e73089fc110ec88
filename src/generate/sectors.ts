// The sectors of the invented economy: industries, what companies call themselves and do, and which functions they employ.
import type { Language } from './places.ts';
import { weighted, words } from './random.ts';
import rows from './sectors.json' with { type: 'json' };

export interface Sector {
  readonly industries: readonly string[];
  readonly types: readonly string[];
  /** What stands behind a company's name, by language. */
  readonly nameWords: Readonly<Record<Language, readonly string[]>>;
  readonly specialties: readonly string[];
  /** A verb phrase that ends before whom it is done for. */
  readonly purpose: string;
  /** Job functions, each as often as its weight says. */
  readonly functions: readonly string[];
}

/** Of companies in general; the rarer types of the vocabulary come with the sectors that have types of their own. */
const COMMON_TYPES = weighted([
  ['Privately Held', 70],
  ['Public Company', 14],
  ['Partnership', 6],
  ['Self-Employed', 3],
  ['Self-Owned', 3],
  ['Sole Proprietorship', 4],
]);

function parseSector(row: (typeof rows)[number]): Sector {
  return {
    industries: words(row.industries),
    types: row.types ? words(row.types) : COMMON_TYPES,
    nameWords: {
      en: words(row.words.en),
      de: words(row.words.de),
      fr: words(row.words.fr),
      es: words(row.words.es),
    },
    specialties: words(row.specialties),
    purpose: row.purpose,
    functions: weighted(Object.entries(row.functions)),
  };
}

/** Every sector as often as its weight says: `random.pick` draws one. */
export const SECTORS_BY_WEIGHT: readonly Sector[] = weighted(rows.map((row) => [parseSector(row), row.weight]));
