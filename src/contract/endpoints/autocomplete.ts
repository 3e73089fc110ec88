// The fields that autocomplete supports: the fields of the field table whose values come from the data, each named by
// its path in a search body. The lookup of values is in search/edition/terms/vocabulary.ts.
import {
  FILTERS,
  type Filter,
  type FilterScope,
  isSuggested,
  type SearchFieldName,
  type SuggestedFieldName,
} from '../fields.ts';

/** A field whose values are suggested. */
export interface SuggestedField {
  /** Path of its filter in the body, such as `people.job_title`. */
  readonly name: string;
  /** The kind of record that is counted. */
  readonly scope: FilterScope;
  readonly reads: SuggestedFieldName;
}

/**
 * In the order of the field table: fields of filters that read a single text, and closed values that the data can
 * extend.
 */
export const SUGGESTED_FIELDS: readonly SuggestedField[] = (['company', 'people', 'job'] as const).flatMap((scope) =>
  FILTERS[scope].flatMap((filter) => suggested(filter, scope, scope)),
);

function suggested(filter: Filter, place: string, scope: FilterScope): SuggestedField[] {
  const name = `${place}.${filter.name}`;
  if (filter.shape === 'group') return filter.filters.flatMap((inner) => suggested(inner, name, scope));
  const [reads] = readsOf(filter);
  return reads !== undefined && isSuggested(reads) ? [{ name, scope, reads }] : [];
}

/** The only field that a filter of words reads, or the field of closed values that the data can extend. */
function readsOf(filter: Filter): readonly SearchFieldName[] {
  if (filter.shape === 'words' && filter.reads.length === 1) return filter.reads;
  return filter.shape === 'choice' && filter.orPresent ? [filter.reads] : [];
}
