// POST /v2/jobs/count
import type { Handler } from '../context.ts';
import { filteredCount } from '../filtered-search.ts';

/** The number of job rows that a search with the same filters finds. */
export const jobCount: Handler<'job-count'> = (body, context) => filteredCount('job-search', body, context);
