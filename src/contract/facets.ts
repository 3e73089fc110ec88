// The facets of the searches: closed filters of the field table whose values are counted, each named by its path in the
// body. reference/paging-page.ts documents the meaning of a count; search/edition/facets/facet-counts.ts counts.

import { Type } from 'typebox';
import { FILTERS, type Filter, type FilterScope, type ValueField } from './fields.ts';
import { LIMITS } from './limits.ts';
import { FacetValue } from './records.ts';
import { closed } from './schema.ts';
import type { ListName } from './values.ts';

/** A property of the documents of a search whose values can be counted. */
export interface Facet {
  /** Path in the body of the filter on the same values, such as `company.industry`. */
  readonly name: string;
  readonly list: ListName;
  readonly reads: ValueField | 'employee_count';
}

/** The searches that support facets. */
export type FacetedOperation = 'people-search' | 'company-search' | 'job-search';

const ofScopes = (...scopes: FilterScope[]): readonly Facet[] =>
  scopes.flatMap((scope) => FILTERS[scope].flatMap((filter) => facetOf(filter, scope)));

function facetOf(filter: Filter, scope: FilterScope): Facet[] {
  const name = `${scope}.${filter.name}`;
  if (filter.aliasOf !== undefined) return [];
  if (filter.shape === 'choice') return [{ name, list: filter.list, reads: filter.reads }];
  if (filter.shape === 'range' && filter.labels && filter.reads === 'employee_count')
    return [{ name, list: 'employee_range', reads: filter.reads }];
  return [];
}

/** The facets of each search, in the order of the field table. */
export const FACETS: Readonly<Record<FacetedOperation, readonly Facet[]>> = {
  'people-search': ofScopes('company', 'people'),
  'company-search': ofScopes('company'),
  'job-search': ofScopes('company', 'job'),
};

const namesOf = (operation: FacetedOperation) => FACETS[operation].map(({ name }) => name);

/** The member `facets` of a body. */
export function facetsAsked(operation: FacetedOperation) {
  const names = namesOf(operation);
  const description = 'Fields whose values are counted among all matching records';
  return Type.Optional(
    Type.Array(Type.Unsafe<string>({ type: 'string', enum: names }), { maxItems: names.length, description }),
  );
}

/** The member `facets` of an answer. */
export function facetsAnswered(operation: FacetedOperation) {
  const rows = Type.Optional(Type.Array(FacetValue, { maxItems: LIMITS.facetValuesMax }));
  return Type.Optional(
    closed(Object.fromEntries(namesOf(operation).map((name) => [name, rows])), {
      description: `Per field its values by count descending, then value; at most ${LIMITS.facetValuesMax} per field; with facets`,
    }),
  );
}
