// The facets of the searches: closed filters of the field table whose values are counted, each named by its path in the
// body. reference/paging-page.ts documents the counts; search/edition/facets/facet-counts.ts computes them.
import { FILTERS, type Filter, type FilterScope, type ValueField } from './fields.ts';
import type { ListName } from './vocabularies/values.ts';

/** A property of the documents of a search whose values can be counted. */
export interface Facet {
  /** Path in the body of the filter for the same values, such as `company.industry`. */
  readonly name: string;
  readonly list: ListName;
  /** True if the filter also accepts values that occur in the data but not in the list. */
  readonly orPresent: boolean;
  readonly reads: ValueField | 'employee_count';
}

/** The searches that support facets. */
export type FacetedOperation = 'people-search' | 'company-search' | 'job-search';

const ofScopes = (...scopes: FilterScope[]): readonly Facet[] =>
  scopes.flatMap((scope) => FILTERS[scope].flatMap((filter) => facetOf(filter, scope)));

function facetOf(filter: Filter, scope: FilterScope): Facet[] {
  const name = `${scope}.${filter.name}`;
  if (filter.aliasOf !== undefined) return [];
  if (filter.shape === 'choice') {
    const { list, orPresent, reads } = filter;
    return [{ name, list, orPresent, reads }];
  }
  if (filter.shape === 'range' && filter.labels && filter.reads === 'employee_count')
    return [{ name, list: 'employee_range', orPresent: false, reads: filter.reads }];
  return [];
}

/** The facets of each search, in the order of the field table. */
export const FACETS: Readonly<Record<FacetedOperation, readonly Facet[]>> = {
  'people-search': ofScopes('company', 'people'),
  'company-search': ofScopes('company'),
  'job-search': ofScopes('company', 'job'),
};
