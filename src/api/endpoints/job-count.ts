// POST /v2/jobs/count
import type { Handler } from '../context.ts';
import { filteredCount } from '../filtered-search.ts';

/** How many job rows the search of the same filters finds. */
export const jobCount: Handler<'job-count'> = (body, context) => filteredCount('job-search', body, context);
