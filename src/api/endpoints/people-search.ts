// POST /v2/search/people

import type { Handler } from '../context.ts';
import { facetsOf } from '../facets.ts';
import { filtersOf, planContext, queryOf } from '../filters.ts';
import { checkCursor, pageSearch } from '../page-search.ts';
import { together } from '../together.ts';

/** People by filters on position, person and employer. */
export const peopleSearch: Handler<'people-search'> = async (body, context) => {
  const searchable = await context.searchable();
  const asked = [
    { scope: 'company', path: 'company', filters: body.company },
    { scope: 'people', path: 'people', filters: body.people },
  ] as const;
  const { catalog, turn } = context;
  const options = { context: planContext(searchable.edition), catalog, turn, atLeastOne: true };
  const [filters] = await together(
    () => filtersOf(asked, options),
    () => checkCursor(body, context),
  );
  return pageSearch({
    operation: 'people-search',
    query: queryOf('people', filters),
    paging: body,
    searchable,
    context,
    rows: 'person_with_employer',
    facets: facetsOf('people-search', body.facets),
  });
};
