// POST /v2/enrichment/company
import type { Handler } from '../context.ts';
import { companyUrlOf } from '../input.ts';
import { unknownCompany } from '../not-found.ts';

/** The whole record of a company. */
export const company: Handler<'company'> = (body, { lookUps }) => {
  const { slug } = companyUrlOf(body.company_network_url);
  return async () => {
    const known = await lookUps.companyBySlug(slug);
    if (!known) throw unknownCompany();
    return `{"found":true,"company":${known.json}}`;
  };
};
