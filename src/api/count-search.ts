// Counts the results of a search, optionally with facets. If the count is 0, it finds the filters that exclude all
// records.
import type { Facet } from '../contract/facets.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Query } from '../search/query.ts';
import type { ApiContext, Searchable, Work } from './context.ts';
import { facetsMember } from './facets.ts';
import { type PlannedFilters, queryOf } from './filters.ts';

interface CountSearch {
  readonly space: Query['space'];
  readonly filters: PlannedFilters;
  readonly facets: readonly Facet[];
  readonly searchable: Searchable;
  readonly context: ApiContext;
}

/** The total without this filter. */
interface Diagnosis {
  readonly filter: string;
  readonly total_results: number;
}

/** Executes a count: total_results, the requested facets, and for a total of 0 the diagnosis. */
export function countSearch(search: CountSearch): Work {
  return async () => {
    const { space, filters, facets, searchable, context } = search;
    const query = queryOf(space, filters);
    const total = await countOf(query, search);
    const diagnosis = total === 0 ? await diagnose(search) : [];
    const counted = await facetsMember(query, facets, { searchable, turn: context.turn });
    const help = diagnosis.length > 0 ? `,"diagnosis":${JSON.stringify(diagnosis)}` : '';
    return `{"total_results":${total}${counted}${help}}`;
  };
}

/** For each filter the total without it, highest first; empty if there is only one filter. */
async function diagnose(search: CountSearch): Promise<Diagnosis[]> {
  const { clauses } = search.filters;
  const paths = [...new Set(clauses.map(({ path }) => path))];
  if (paths.length < 2) return [];
  const rows: Diagnosis[] = [];
  for (const filter of paths.slice(0, LIMITS.diagnosisMax)) {
    const others = { ...search.filters, clauses: clauses.filter(({ path }) => path !== filter) };
    rows.push({ filter, total_results: await countOf(queryOf(search.space, others), search) });
  }
  return rows.sort((left, right) => right.total_results - left.total_results);
}

function countOf(query: Query, { searchable, context }: CountSearch): Promise<number> {
  return context.turn.run(searchable.edition.count(query, searchable.hidden));
}
