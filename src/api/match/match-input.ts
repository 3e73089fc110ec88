// Reads the keys that both kinds of match have: countries and texts with words, or a 422.
import { invalidInput } from '../../contract/errors.ts';
import { LISTS, listedValue } from '../../contract/vocabularies/values.ts';
import { COUNTRIES } from '../../contract/vocabularies/vocabularies.ts';
import { newSuggest } from '../../words/nearest.ts';
import { splitWords } from '../../words/words.ts';

/** One list, so that its folded forms are kept. */
const CODES_AND_NAMES = [...LISTS.country, ...COUNTRIES.map(({ name }) => name)];

/** The ISO code of a country; null if the key is absent. `path` is its place in the body. */
export function countryOf(value: string | undefined, path = 'country_code'): string | null {
  if (value === undefined) return null;
  const code = listedValue('country', value);
  if (code !== null) return code;
  const near = newSuggest()(value, CODES_AND_NAMES);
  const suggestion = COUNTRIES.find(({ name }) => name === near)?.code ?? near;
  const hint = suggestion === null ? '; give an ISO 3166-1 alpha-2 code such as DE' : `; did you mean "${suggestion}"?`;
  const message = `"${value}" is not an allowed value${hint}`;
  throw invalidInput([{ path, message, suggestion }]);
}

/** A text that has a word; null if the key is absent. */
export function textOf(value: string | undefined, path: string): string | null {
  if (value === undefined) return null;
  if (splitWords(value).length > 0) return value.trim();
  const message = `"${value}" holds no word; give at least one letter or digit`;
  throw invalidInput([{ path, message, suggestion: null }]);
}

/** Rejects keys of which none identifies a record; `path` is the object of the keys. */
export function rejectKeys(message: string, path = ''): never {
  throw invalidInput([{ path, message, suggestion: null }]);
}
