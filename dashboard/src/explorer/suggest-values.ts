// Suggestions for an explorer field: closed values with the counts of the last search, or values from the data by
// autocomplete, which is free.
import { SUGGESTED_FIELDS } from '../../../src/contract/endpoints/autocomplete.ts';
import { LISTS } from '../../../src/contract/vocabularies/values.ts';
import { COUNTRIES } from '../../../src/contract/vocabularies/vocabularies.ts';
import { callV2 } from '../api.ts';
import type { Suggestion } from '../components/chips-field.tsx';
import { account } from '../session.ts';
import { listOf, type SearchField } from './search-fields.ts';

/** A value and the number of records that have it. */
export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

const SHOWN_MAX = 50;
const AUTOCOMPLETE_PATH = '/v2/utils/autocomplete';
const countryNames = new Map(COUNTRIES.map(({ code, name }) => [code, name]));

/** The display text of a value; countries are shown by name. */
export function shownValue(field: SearchField, value: string): string {
  return listOf(field) === 'country' ? (countryNames.get(value) ?? value) : value;
}

/** Removes diacritics and case, for comparisons. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** Closed values with a word that begins with the typed text. Values that the last search counted come first. */
function closedValues(field: SearchField, typed: string, counts: readonly ValueCount[]): Suggestion[] {
  const list = listOf(field);
  const counted = new Map(counts.map(({ value, count }) => [value, count]));
  const values = new Set([...counted.keys(), ...(list === null ? [] : LISTS[list])]);
  const wanted = folded(typed.trim());
  const found: Suggestion[] = [];
  for (const value of values) {
    const label = shownValue(field, value);
    const isCode = wanted !== '' && folded(value) === wanted;
    if (!isCode && !` ${folded(label)}`.includes(` ${wanted}`)) continue;
    const count = counted.get(value);
    const suggestion = { value, label, ...(count === undefined ? {} : { count }) };
    if (isCode) found.unshift(suggestion);
    else found.push(suggestion);
  }
  return found.slice(0, SHOWN_MAX);
}

/** Values from the data for a text field. Empty if the API has none or fails, since typed text is valid anyway. */
export async function wordValues(path: string, typed: string, signal: AbortSignal): Promise<Suggestion[]> {
  const answer = await callV2({
    method: 'POST',
    path: AUTOCOMPLETE_PATH,
    body: { field: path, prefix: typed, limit: 12 },
    account: account.value ?? undefined,
    signal,
  });
  if (answer.failure) return [];
  return (answer.body as { results: ValueCount[] }).results.map(({ value, count }) => ({ value, count }));
}

const isSuggested = (path: string) => SUGGESTED_FIELDS.some(({ name }) => name === path);

/** The suggestions for a field. `counts` are the counts of the last search. */
export function suggestValues(
  field: SearchField,
  counts: readonly ValueCount[],
): (typed: string, signal: AbortSignal) => Suggestion[] | Promise<Suggestion[]> {
  const { filter } = field;
  if (filter.shape === 'words' || filter.shape === 'identity')
    return (typed, signal) => (isSuggested(field.path) ? wordValues(field.path, typed, signal) : []);
  return (typed) => closedValues(field, typed, counts);
}
