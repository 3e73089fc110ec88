// POST /v2/search/companies

import type { Handler } from '../context.ts';
import { facetsOf } from '../facets.ts';
import { clausesOf, planContext } from '../filters.ts';
import { checkCursor, pageSearch } from '../page-search.ts';
import { together } from '../together.ts';

/** Companies by filters, largest first. */
export const companySearch: Handler<'company-search'> = async (body, context) => {
  const searchable = await context.searchable();
  const asked = [{ scope: 'company', path: 'company', filters: body.company }] as const;
  const options = { context: planContext(searchable.edition), turn: context.turn, atLeastOne: true };
  const [clauses] = await together(
    () => clausesOf(asked, options),
    () => checkCursor(body, context),
  );
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
};
