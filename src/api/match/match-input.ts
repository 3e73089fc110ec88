// Reads the keys that both kinds of match share (countries, and texts with words), or rejects them with a 422.
import { identifyingKeys } from '../../contract/endpoints/match-keys.ts';
import { type ApiError, invalidAt } from '../../contract/errors.ts';
import { LISTS, listedValue } from '../../contract/vocabularies/values.ts';
import { COUNTRIES } from '../../contract/vocabularies/vocabularies.ts';
import { newSuggest } from '../../words/nearest.ts';
import { splitWords } from '../../words/words.ts';

/** One constant list, so that its folded forms are cached. */
const CODES_AND_NAMES = [...LISTS.country, ...COUNTRIES.map(({ name }) => name)];

/** The ISO code of a country; null if the key is absent. `path`: its path in the body. */
export function givenCountry(value: string | undefined, path = 'country_code'): string | null {
  if (value === undefined) return null;
  const code = listedValue('country', value);
  if (code !== null) return code;
  const near = newSuggest()(value, CODES_AND_NAMES);
  const suggestion = COUNTRIES.find(({ name }) => name === near)?.code ?? near;
  const hint = suggestion === null ? '; give an ISO 3166-1 alpha-2 code such as DE' : `; did you mean "${suggestion}"?`;
  const message = `"${value}" is not an allowed value${hint}`;
  throw invalidAt(path, message, suggestion);
}

/** A text that contains at least one word; null if the key is absent. */
export function givenText(value: string | undefined, path: string): string | null {
  if (value === undefined) return null;
  if (splitWords(value).length > 0) return value.trim();
  const message = `"${value}" holds no word; give at least one letter or digit`;
  throw invalidAt(path, message);
}

/** The 422 for keys that identify no record. `path`: that of the object with the keys. */
export function unidentifying(kind: 'person' | 'company', path = ''): ApiError {
  const message = `at least one of ${identifyingKeys(kind)} is required; the other keys only narrow a match`;
  return invalidAt(path, message);
}
