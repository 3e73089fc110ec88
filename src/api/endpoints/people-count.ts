// POST /v2/search/people/count
import type { Handler } from '../context.ts';
import { countSearch } from '../count-search.ts';
import { facetsOf } from '../facets.ts';
import { filtersOf, planContext } from '../filters.ts';

/** Counts the people who match the filters. */
export const peopleCount: Handler<'people-count'> = async (body, context) => {
  const searchable = await context.searchable();
  const asked = [
    { scope: 'company', path: 'company', filters: body.company },
    { scope: 'people', path: 'people', filters: body.people },
  ] as const;
  const { catalog, turn } = context;
  const filters = await filtersOf(asked, { context: planContext(searchable.edition), catalog, turn, atLeastOne: true });
  return countSearch({ space: 'people', filters, facets: facetsOf('people-search', body.facets), searchable, context });
};
