// POST /v2/jobs/company
import type { BodyOf } from '../../contract/endpoints/endpoints.ts';
import { invalidAt } from '../../contract/errors.ts';
import { companiesOfDomain, companyIdsOfDomain } from '../company-of-domain.ts';
import type { ApiContext, Handler } from '../context.ts';
import { companyUrlOf, domainOf } from '../input.ts';
import { checkCursor, pageSearch } from '../page-search.ts';
import { together } from '../together.ts';

/** No company has this id, so a search for an unknown company returns no results. */
const UNKNOWN_COMPANY = 0;

/**
 * Job rows of one company, identified by profile URL, domain, or both. A domain alone means its first company. Together
 * with a profile URL, the domain may be shared with other companies.
 */
export const companyJobs: Handler<'company-jobs'> = async (body, context) => {
  const companyId = await namedCompany(body, context);
  const searchable = await context.searchable();
  const query = { space: 'jobs', clauses: [{ kind: 'employer', companyId }] } as const;
  return pageSearch({ operation: 'company-jobs', query, paging: body, searchable, context, rows: 'job' });
};

async function namedCompany(body: BodyOf<'company-jobs'>, context: ApiContext): Promise<number> {
  const { company_network_url, domain } = body;
  const [url, host] = await together(
    () => (company_network_url === undefined ? undefined : companyUrlOf(company_network_url)),
    () => (domain === undefined ? undefined : domainOf(domain)),
    () => checkCursor(body, context),
  );
  if (url === undefined && host === undefined) {
    throw invalidAt('', 'one of company_network_url or domain is required');
  }
  const { lookups } = context;
  const byUrl = url && (await lookups.companyBySlug(url.slug));
  if (host === undefined) return byUrl?.id ?? UNKNOWN_COMPANY;
  if (byUrl === undefined) return (await companiesOfDomain(host, 1, lookups))[0]?.id ?? UNKNOWN_COMPANY;
  const onDomain = await companyIdsOfDomain(host, context);
  const isOnDomain = byUrl === null ? onDomain.length === 0 : onDomain.includes(byUrl.id);
  if (!isOnDomain) {
    throw invalidAt('domain', 'is not a domain of the company of company_network_url; give one of the two');
  }
  return byUrl?.id ?? UNKNOWN_COMPANY;
}
