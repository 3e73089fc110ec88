// POST /v2/enrichment/domain-to-network
import { LIMITS } from '../../contract/limits.ts';
import { companiesOfDomain } from '../company-of-domain.ts';
import type { Handler } from '../context.ts';
import { domainOf } from '../input.ts';
import { notFound } from '../not-found.ts';

/** The largest company on a domain, and the next largest companies on it. */
export const domainToNetwork: Handler<'domain-to-network'> = (body, { lookups }) => {
  const host = domainOf(body.domain);
  return async () => {
    const [first, ...others] = await companiesOfDomain(host, 1 + LIMITS.otherCompaniesMax, lookups);
    if (!first) throw notFound('no company on this domain is known');
    const other = others.map((company) => ({ company_network_url: company.network_url, company_name: company.name }));
    return JSON.stringify({ found: true, company_network_url: first.network_url, company_name: first.name, other });
  };
};
