// POST /v2/jobs/search

import type { Handler } from '../context.ts';
import { facetsOf } from '../facets.ts';
import { clausesOf, planContext } from '../filters.ts';
import { checkCursor, pageSearch } from '../page-search.ts';
import { together } from '../together.ts';

/** Job rows by filters on opening and company. */
export const jobSearch: Handler<'job-search'> = async (body, context) => {
  const searchable = await context.searchable();
  const asked = [
    { scope: 'company', path: 'company', filters: body.company },
    { scope: 'job', path: 'job', filters: body.job },
  ] as const;
  const options = { context: planContext(searchable.edition), turn: context.turn, atLeastOne: true };
  const [clauses] = await together(
    () => clausesOf(asked, options),
    () => checkCursor(body, context),
  );
  const query = { space: 'jobs', clauses } as const;
  return pageSearch({
    operation: 'job-search',
    query,
    paging: body,
    searchable,
    context,
    rows: 'job',
    facets: facetsOf('job-search', body.facets),
  });
};
