// POST /v2/jobs/count
import type { Handler } from '../context.ts';
import { countSearch } from '../count-search.ts';
import { facetsOf } from '../facets.ts';
import { filtersOf, planContext } from '../filters.ts';

/** Counts the job rows that match the filters. */
export const jobCount: Handler<'job-count'> = async (body, context) => {
  const searchable = await context.searchable();
  const asked = [
    { scope: 'company', path: 'company', filters: body.company },
    { scope: 'job', path: 'job', filters: body.job },
  ] as const;
  const { catalog, turn } = context;
  const filters = await filtersOf(asked, { context: planContext(searchable.edition), catalog, turn, atLeastOne: true });
  return countSearch({ space: 'jobs', filters, facets: facetsOf('job-search', body.facets), searchable, context });
};
