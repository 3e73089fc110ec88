// The filtered searches and their counts: the kind of records of each, and the filter objects in its body.
import type { FacetedOperation } from '../contract/facets.ts';
import type { FilterScope } from '../contract/fields.ts';
import type { FilterObject } from '../contract/schemas/filter-schema.ts';
import type { Query } from '../search/query.ts';
import type { ApiContext, Searchable, Work } from './context.ts';
import { countSearch } from './count-search.ts';
import { facetsOf } from './facets.ts';
import { filtersOf, type PlannedFilters, planContext, queryOf } from './filters.ts';
import { checkCursor, type Paging, pageSearch } from './page-search.ts';
import type { RowKind } from './row-bytes.ts';
import { together } from './together.ts';

interface FilteredSearch {
  readonly space: Query['space'];
  readonly scopes: readonly FilterScope[];
  readonly rows: RowKind;
}

const SEARCHES: Readonly<Record<FacetedOperation, FilteredSearch>> = {
  'people-search': { space: 'people', scopes: ['company', 'people'], rows: 'person_with_employer' },
  'company-search': { space: 'companies', scopes: ['company'], rows: 'company' },
  'job-search': { space: 'jobs', scopes: ['company', 'job'], rows: 'job' },
};

/** A body: filter objects by scope, and the facets to count. */
interface FilterBody extends Readonly<Partial<Record<FilterScope, FilterObject>>> {
  readonly facets?: readonly string[];
}

/** Plans one page of a search. */
export async function filteredPage(
  operation: FacetedOperation,
  body: FilterBody & Paging,
  context: ApiContext,
): Promise<Work> {
  const { space, rows } = SEARCHES[operation];
  const searchable = await context.searchable();
  const [filters] = await together(
    () => filtersIn(operation, body, { searchable, context }),
    () => checkCursor(body, context),
  );
  const query = queryOf(space, filters);
  const facets = facetsOf(operation, body.facets);
  return pageSearch({ operation, query, paging: body, searchable, context, rows, facets });
}

/** Plans the count of a search. */
export async function filteredCount(operation: FacetedOperation, body: FilterBody, context: ApiContext): Promise<Work> {
  const searchable = await context.searchable();
  const filters = await filtersIn(operation, body, { searchable, context });
  const { space } = SEARCHES[operation];
  return countSearch({ space, filters, facets: facetsOf(operation, body.facets), searchable, context });
}

/** The query of a search, which may be stored, and the edition for which it was planned. */
export async function plannedSearch(
  operation: FacetedOperation,
  body: FilterBody,
  context: ApiContext,
  isStored = false,
): Promise<{ readonly query: Query; readonly searchable: Searchable }> {
  const searchable = await context.searchable();
  const filters = await filtersIn(operation, body, { searchable, context, isStored });
  return { query: queryOf(SEARCHES[operation].space, filters), searchable };
}

interface Planning {
  readonly searchable: Searchable;
  readonly context: ApiContext;
  readonly isStored?: boolean;
}

function filtersIn(
  operation: FacetedOperation,
  body: FilterBody,
  { searchable, context, isStored = false }: Planning,
): Promise<PlannedFilters> {
  const inputs = SEARCHES[operation].scopes.map((scope) => ({ scope, path: scope, filters: body[scope] }));
  const { lookups, turn } = context;
  return filtersOf(inputs, { context: planContext(searchable.edition, isStored), lookups, turn, atLeastOne: true });
}
