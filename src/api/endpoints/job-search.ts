// POST /v2/jobs/search
import type { Handler } from '../context.ts';
import { filteredPage } from '../filtered-search.ts';

/** A page of job rows by filters on opening and company. */
export const jobSearch: Handler<'job-search'> = (body, context) => filteredPage('job-search', body, context);
