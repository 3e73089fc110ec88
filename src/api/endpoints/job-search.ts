// POST /v2/jobs/search

import type { Handler } from '../context.ts';
import { facetsOf } from '../facets.ts';
import { filtersOf, planContext, queryOf } from '../filters.ts';
import { checkCursor, pageSearch } from '../page-search.ts';
import { together } from '../together.ts';

/** Job rows by filters on opening and company. */
export const jobSearch: Handler<'job-search'> = async (body, context) => {
  const searchable = await context.searchable();
  const asked = [
    { scope: 'company', path: 'company', filters: body.company },
    { scope: 'job', path: 'job', filters: body.job },
  ] as const;
  const { catalog, turn } = context;
  const options = { context: planContext(searchable.edition), catalog, turn, atLeastOne: true };
  const [filters] = await together(
    () => filtersOf(asked, options),
    () => checkCursor(body, context),
  );
  return pageSearch({
    operation: 'job-search',
    query: queryOf('jobs', filters),
    paging: body,
    searchable,
    context,
    rows: 'job',
    facets: facetsOf('job-search', body.facets),
  });
};
