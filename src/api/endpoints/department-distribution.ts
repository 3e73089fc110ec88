// POST /v2/enrichment/company-distribution-by-department

import type { Handler } from '../context.ts';
import { distribution } from '../distribution.ts';

/** Current staff by job function; people without a classification are counted as Other. */
export const departmentDistribution: Handler<'department-distribution'> = (body, context) =>
  distribution(body.company_network_url, { by: 'department', unknown: 'Other', context });
