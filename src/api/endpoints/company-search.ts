// POST /v2/search/companies
import type { Handler } from '../context.ts';
import { filteredPage } from '../filtered-search.ts';

/** A page of companies by filters, largest first. */
export const companySearch: Handler<'company-search'> = (body, context) =>
  filteredPage('company-search', body, context);
