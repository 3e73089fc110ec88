// POST /v2/search/companies

import type { Handler } from '../context.ts';
import { facetsOf } from '../facets.ts';
import { filtersOf, planContext, queryOf } from '../filters.ts';
import { checkCursor, pageSearch } from '../page-search.ts';
import { together } from '../together.ts';

/** Companies by filters, largest first. */
export const companySearch: Handler<'company-search'> = async (body, context) => {
  const searchable = await context.searchable();
  const asked = [{ scope: 'company', path: 'company', filters: body.company }] as const;
  const { catalog, turn } = context;
  const options = { context: planContext(searchable.edition), catalog, turn, atLeastOne: true };
  const [filters] = await together(
    () => filtersOf(asked, options),
    () => checkCursor(body, context),
  );
  return pageSearch({
    operation: 'company-search',
    query: queryOf('companies', filters),
    paging: body,
    searchable,
    context,
    rows: 'company',
    facets: facetsOf('company-search', body.facets),
  });
};
