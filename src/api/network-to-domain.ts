// POST /v2/enrichment/network-to-domain
import type { Handler } from './context.ts';
import { companyUrlOf } from './input.ts';
import { notFound, unknownCompany } from './not-found.ts';

/** The domain of a company's mail, else its main domain. */
export const networkToDomain: Handler<'network-to-domain'> = async (body, { catalog }) => {
  const company = await catalog.companyBySlug(companyUrlOf(body.company_network_url).slug);
  if (!company) throw unknownCompany();
  const domain = company.emailDomain ?? company.domain;
  if (domain === null) throw notFound('no domain of this company is known');
  return JSON.stringify({ found: true, email_domain: domain });
};
