// POST /v2/search/people

import type { Handler } from '../context.ts';
import { facetsOf } from '../facets.ts';
import { clausesOf, planContext } from '../filters.ts';
import { checkCursor, pageSearch } from '../page-search.ts';
import { together } from '../together.ts';

/** People by filters on position, person and employer. */
export const peopleSearch: Handler<'people-search'> = async (body, context) => {
  const searchable = await context.searchable();
  const asked = [
    { scope: 'company', path: 'company', filters: body.company },
    { scope: 'people', path: 'people', filters: body.people },
  ] as const;
  const options = { context: planContext(searchable.edition), turn: context.turn, atLeastOne: true };
  const [clauses] = await together(
    () => clausesOf(asked, options),
    () => checkCursor(body, context),
  );
  const query = { space: 'people', clauses } as const;
  return pageSearch({
    operation: 'people-search',
    query,
    paging: body,
    searchable,
    context,
    rows: 'person_with_employer',
    facets: facetsOf('people-search', body.facets),
  });
};
