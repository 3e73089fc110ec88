// POST /v2/enrichment/network-to-domain
import type { Handler } from '../context.ts';
import { companyUrlOf } from '../input.ts';
import { notFound, unknownCompany } from '../not-found.ts';

/** The mail domain of a company, else its main domain. */
export const networkToDomain: Handler<'network-to-domain'> = (body, { lookups }) => {
  const { slug } = companyUrlOf(body.company_network_url);
  return async () => {
    const company = await lookups.companyBySlug(slug);
    if (!company) throw unknownCompany();
    const domain = company.email_domain ?? company.domain;
    if (domain === null) throw notFound('no domain of this company is known');
    return JSON.stringify({ found: true, email_domain: domain });
  };
};
