// POST /v2/search/companies
import type { Handler } from './context.ts';
import { facetsOf } from './facets.ts';
import { clausesOf, planContext } from './filters.ts';
import { pageSearch } from './page-search.ts';
import { remembered } from './remembered.ts';

/** Companies by filters, largest first. */
export const companySearch: Handler<'company-search'> = remembered(async (body, context) => {
  const searchable = await context.searchable();
  const asked = [{ scope: 'company', path: 'company', filters: body.company }] as const;
  const clauses = await clausesOf(asked, {
    context: planContext(searchable.edition),
    turn: context.turn,
    atLeastOne: true,
  });
  const query = { space: 'companies', clauses } as const;
  return pageSearch({
    operation: 'company-search',
    query,
    paging: body,
    searchable,
    context,
    rows: 'company',
    facets: facetsOf('company-search', body.facets),
  });
});
