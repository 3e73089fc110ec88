// POST /v2/search/companies/count
import type { Handler } from '../context.ts';
import { filteredCount } from '../filtered-search.ts';

/** The number of companies that a search with the same filters finds. */
export const companyCount: Handler<'company-count'> = (body, context) => filteredCount('company-search', body, context);
