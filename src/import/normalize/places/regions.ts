// States and regions by name and code (regions.json), and names of sales regions that files write instead of states.
import { wordKey } from '../../../words/words.ts';
import regions from './regions.json' with { type: 'json' };

/** Keys of a region: `CA California` has both, `Bavaria` only the name. */
function regionKeys(entry: string): string[] {
  const [, code, name] = /^([A-Z]{2,3}) (.+)$/.exec(entry) ?? [];
  return code === undefined ? [wordKey(entry)] : [wordKey(code), wordKey(name ?? '')];
}

const keysOf = (names: string) => new Set(names.split(', ').flatMap(regionKeys));

const COUNTRIES_BY_KEY = new Map<string, string[]>();
for (const [country, names] of Object.entries(regions)) {
  for (const key of keysOf(names)) COUNTRIES_BY_KEY.set(key, [...(COUNTRIES_BY_KEY.get(key) ?? []), country]);
}

export const US_STATES: ReadonlySet<string> = keysOf(regions.US);

/** Codes of US states that are equally common as the code of a country. */
export const UNCERTAIN_CODES: ReadonlySet<string> = new Set(['de', 'in', 'id', 'ar']);

/** The countries with a region of this folded name or code. */
export const regionCountries = (key: string): readonly string[] => COUNTRIES_BY_KEY.get(key) ?? [];

/** Names that denote a city rather than the region of the same name. */
export const CITY_STATES: ReadonlySet<string> = new Set(
  'berlin|hamburg|bremen|new york|washington|utrecht|jakarta|murcia|victoria'.split('|'),
);

const SALES_REGIONS = new Set(
  `emea|apac|latam|noram|amer|americas|north america|south america|latin america|central america|europe|european union|eu|asia|africa|oceania|
  asia pacific|asia pac|middle east|mena|meta|dach|benelux|nordics|nordic|scandinavia|baltics|cee|anz|uki|uk i|iberia|apj|row|rest of world|
  western europe|eastern europe|northern europe|southern europe|central europe|southeast asia|sea|worldwide|world wide|world|global|globally|
  international|all regions|all|various|multiple|remote|anywhere|europa|afrika|asien|weltweit|amerique du nord|amerique latine|
  america latina|mundial|mondial|anz apac|emea apac|antarctica`.split(/\|\s*/),
);

/** Whether a text names a continent, a sales region or the world instead of a state. */
export const isSalesRegion = (text: string): boolean => SALES_REGIONS.has(wordKey(text));
