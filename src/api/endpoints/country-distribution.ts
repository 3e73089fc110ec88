// POST /v2/enrichment/company-distribution-by-country

import type { Handler } from '../context.ts';
import { distribution } from '../distribution.ts';

/** Current staff by country. */
export const countryDistribution: Handler<'country-distribution'> = (body, context) =>
  distribution(body.company_network_url, { by: 'country', unknown: 'unknown', context });
