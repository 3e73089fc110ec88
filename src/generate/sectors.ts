// The sectors of the invented economy: industries, company names and activities, and the functions they employ.
import type { Language } from './places.ts';
import { weighted, words } from './random.ts';
import rows from './sectors.json' with { type: 'json' };

export interface Sector {
  readonly industries: readonly string[];
  readonly types: readonly string[];
  /** Suffixes of company names by language. */
  readonly nameWords: Readonly<Record<Language, readonly string[]>>;
  readonly specialties: readonly string[];
  /** A verb phrase that is followed by the customers. */
  readonly purpose: string;
  /** Job functions, each repeated by its weight. */
  readonly functions: readonly string[];
}

/** Common company types; the rarer types of the vocabulary are defined by sectors with their own types. */
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

/** Every sector, repeated by its weight: `random.pick` draws one. */
export const SECTORS_BY_WEIGHT: readonly Sector[] = weighted(rows.map((row) => [parseSector(row), row.weight]));
