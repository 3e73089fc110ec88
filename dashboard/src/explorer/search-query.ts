// A query of the explorer as form input, as URL parameters and as a request body. Pure.
// URL format: `path=value` for a value, `path!=value` for an excluded one, `path=11..500` for a range with either end
// optional, and `path~=1` for words that are also searched in the headline.
import { LIMITS } from '../../../src/contract/limits.ts';
import { sizeRange } from '../../../src/contract/vocabularies/vocabularies.ts';
import { FILTER_TEXTS } from '../texts/search-texts.ts';
import { isFacet, SEARCH_FIELDS, type SearchField, type SearchKind } from './search-fields.ts';

/** Input of a field. The type of the field determines which members apply. */
export interface FilterInput {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly withHeadline: boolean;
  /** Digits or empty; for dates YYYY-MM-DD. */
  readonly min: string;
  readonly max: string;
}

/** Keyed by path of the field. */
export type SearchQuery = Readonly<Record<string, FilterInput>>;

export const NOTHING: FilterInput = { include: [], exclude: [], withHeadline: false, min: '', max: '' };

/** Records per page. It is the maximum of one call, because every call has the same price. */
export const PAGE_SIZE = 100;

const DIGITS = /^\d{1,9}$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const RANGES: readonly string[] = ['range', 'at_least', 'per_company', 'dates'];

/** Returns true if a field is filtered by minimum and maximum, or by a minimum. */
export function isRange({ filter }: SearchField): boolean {
  return RANGES.includes(filter.shape);
}

/** True if a field has input. */
function isFilled(field: SearchField, { include, exclude, min, max }: FilterInput): boolean {
  if (field.filter.shape === 'dates') return min !== '' || max !== '';
  if (isRange(field)) return Number(min) > 0 || Number(max) > 0;
  return include.length + exclude.length > 0;
}

/** Why a text is not a number of this field; null for a number and for an empty text. */
export function digitsFault({ filter }: SearchField, text: string): string | null {
  const most =
    filter.shape === 'at_least' ? filter.max : filter.shape === 'per_company' ? LIMITS.perCompanyMax : undefined;
  if (text === '' || (DIGITS.test(text) && Number(text) <= (most ?? Number(text)))) return null;
  return most === undefined ? FILTER_TEXTS.digitsOnly : FILTER_TEXTS.numberUpTo(most);
}

/** Each value of a parameter once. */
const filledValues = (parameters: URLSearchParams, name: string): readonly string[] => [
  ...new Set(parameters.getAll(name).filter((value) => value !== '')),
];

/** Parses the query string of an address; unknown parameters are ignored. */
export function readQuery(kind: SearchKind, search: string): SearchQuery {
  const parameters = new URLSearchParams(search);
  const inputs = SEARCH_FIELDS[kind].map((field) => {
    const values = filledValues(parameters, field.path);
    const [min = '', max = ''] = isRange(field) ? (values[0] ?? '').split('..', 2) : [];
    const form = field.filter.shape === 'dates' ? DATE : DIGITS;
    return [
      field.path,
      {
        include: isRange(field) ? [] : values,
        exclude: filledValues(parameters, `${field.path}!`),
        withHeadline: parameters.get(`${field.path}~`) === '1',
        min: form.test(min) ? min : '',
        max: form.test(max) ? max : '',
      },
    ] as const;
  });
  return Object.fromEntries(inputs.filter(([, value]) => JSON.stringify(value) !== JSON.stringify(NOTHING)));
}

/** The query string of a query, with its question mark; empty for an empty query. */
export function writeQuery(kind: SearchKind, query: SearchQuery): string {
  const parameters = new URLSearchParams();
  for (const field of SEARCH_FIELDS[kind]) {
    const input = query[field.path] ?? NOTHING;
    if (!isFilled(field, input)) continue;
    if (isRange(field))
      parameters.append(field.path, input.max === '' ? `${input.min}..` : `${input.min}..${input.max}`);
    for (const value of input.include) parameters.append(field.path, value);
    for (const value of input.exclude) parameters.append(`${field.path}!`, value);
    if (input.withHeadline) parameters.append(`${field.path}~`, '1');
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * The address of a saved query with the account that pays. An account in the query itself is ignored, because any
 * member can write it.
 */
export function savedAddress({ kind, query }: { readonly kind: SearchKind; readonly query: string }, account: string) {
  const parameters = new URLSearchParams(query);
  parameters.set('account', account);
  return `/explorer/${kind}?${parameters}`;
}

/** The filter of a field as the API expects it. */
function filterValue(field: SearchField, input: FilterInput): unknown {
  const { filter } = field;
  if (filter.shape === 'at_least' || filter.shape === 'per_company') return Number(input.min);
  if (filter.shape === 'dates')
    return { ...(input.min === '' ? {} : { from: input.min }), ...(input.max === '' ? {} : { to: input.max }) };
  if (filter.shape === 'range') {
    return {
      ...(Number(input.min) > 0 ? { min: Number(input.min) } : {}),
      ...(Number(input.max) > 0 ? { max: Number(input.max) } : {}),
    };
  }
  if (filter.shape === 'identity' || (filter.shape === 'choice' && !filter.excludes)) return input.include;
  return {
    ...(input.include.length > 0 ? { include: input.include } : {}),
    ...(input.exclude.length > 0 ? { exclude: input.exclude } : {}),
    ...(input.withHeadline ? { include_headline: true } : {}),
  };
}

type Json = { [member: string]: unknown };

/** The filters of a query as the body of the search. */
export function filtersOf(kind: SearchKind, query: SearchQuery): Json {
  const body: Json = {};
  for (const field of SEARCH_FIELDS[kind]) {
    const input = query[field.path] ?? NOTHING;
    if (!isFilled(field, input)) continue;
    const names = field.path.split('.');
    const last = names.pop() ?? '';
    let place = body;
    for (const name of names) {
      place[name] ??= {};
      place = place[name] as Json;
    }
    place[last] = filterValue(field, input);
  }
  return body;
}

/** Paths of the fields that are counted with each search. */
export function facetPaths(kind: SearchKind): readonly string[] {
  return SEARCH_FIELDS[kind].filter(isFacet).map(({ path }) => path);
}

/** The fields that have input. */
export function filledFields(kind: SearchKind, query: SearchQuery): readonly SearchField[] {
  return SEARCH_FIELDS[kind].filter((field) => isFilled(field, query[field.path] ?? NOTHING));
}

/** The query without the input of one field. */
export function without(query: SearchQuery, path: string): SearchQuery {
  const { [path]: _, ...others } = query;
  return others;
}

/** The part of a query that another kind of search shares. */
export function carriedOver(query: SearchQuery, to: SearchKind): SearchQuery {
  const paths = new Set(SEARCH_FIELDS[to].map(({ path }) => path));
  return Object.fromEntries(Object.entries(query).filter(([path]) => paths.has(path)));
}

/** Toggles one value of a field. A bucket of a range replaces the range. */
export function withValue(field: SearchField, query: SearchQuery, value: string): SearchQuery {
  const input = query[field.path] ?? NOTHING;
  if (isRange(field)) {
    const { min, max } = sizeRange(value);
    const range = { min: String(min), max: max === null ? '' : String(max) };
    if (input.min === range.min && input.max === range.max) return without(query, field.path);
    return { ...query, [field.path]: { ...input, ...range } };
  }
  const isIn = input.include.includes(value);
  const include = isIn ? input.include.filter((each) => each !== value) : [...input.include, value];
  return { ...query, [field.path]: { ...input, include } };
}
