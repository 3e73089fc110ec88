// POST /v2/search/companies/count
import type { Handler } from '../context.ts';
import { countSearch } from '../count-search.ts';
import { facetsOf } from '../facets.ts';
import { filtersOf, planContext } from '../filters.ts';

/** Counts the companies that match the filters. */
export const companyCount: Handler<'company-count'> = async (body, context) => {
  const searchable = await context.searchable();
  const asked = [{ scope: 'company', path: 'company', filters: body.company }] as const;
  const { catalog, turn } = context;
  const filters = await filtersOf(asked, { context: planContext(searchable.edition), catalog, turn, atLeastOne: true });
  return countSearch({
    space: 'companies',
    filters,
    facets: facetsOf('company-search', body.facets),
    searchable,
    context,
  });
};
