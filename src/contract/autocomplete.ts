// The fields that autocomplete supports: the fields of the field table whose values come from the data, each named by
// its path in a search body. The lookup of values is in search/edition/terms/vocabulary.ts.
import { FILTERS, type Filter, type FilterScope, SEARCH_FIELDS, type TextField } from './fields.ts';

/** A field whose values are suggested. */
export interface SuggestedField {
  /** Path of its filter in the body, such as `people.job_title`. */
  readonly name: string;
  /** The kind of record that is counted. */
  readonly scope: FilterScope;
  readonly reads: TextField | 'industry';
}

/** In the order of the field table: filters that read one text, or closed values that the data can extend. */
export const SUGGESTED_FIELDS: readonly SuggestedField[] = (['company', 'people', 'job'] as const).flatMap((scope) =>
  FILTERS[scope].flatMap((filter) => suggested(filter, scope, scope)),
);

/** Texts shared by many records, and company names. */
function isSuggested(field: TextField): boolean {
  return field === 'name' || SEARCH_FIELDS[field].texts !== 'own';
}

function suggested(filter: Filter, place: string, scope: FilterScope): SuggestedField[] {
  const name = `${place}.${filter.name}`;
  if (filter.shape === 'group') return filter.filters.flatMap((inner) => suggested(inner, name, scope));
  const [reads] = filter.shape === 'words' && filter.reads.length === 1 ? filter.reads : [];
  if (reads !== undefined) return isSuggested(reads) ? [{ name, scope, reads }] : [];
  return filter.shape === 'choice' && filter.orPresent ? [{ name, scope, reads: 'industry' }] : [];
}
