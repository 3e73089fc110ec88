// Looks up the records that a profile URL or a domain in a filter identifies.
import type { IdentityFilter } from '../contract/fields.ts';
import { companyIdsOfDomain } from './company-of-domain.ts';
import type { ApiContext } from './context.ts';
import { companyUrlOf, domainOf, personUrlOf } from './input.ts';

/**
 * Catalog ids; empty if no record is known. A domain identifies all companies on it. Throws a 422 for a malformed
 * value.
 */
export async function identifiedBy(
  filter: IdentityFilter,
  value: string,
  { lookups, turn }: Pick<ApiContext, 'lookups' | 'turn'>,
): Promise<number[]> {
  if (filter.by === 'domain') return companyIdsOfDomain(domainOf(value), { lookups, turn });
  const record =
    filter.of === 'company'
      ? await lookups.companyBySlug(companyUrlOf(value).slug)
      : await lookups.personBySlug(personUrlOf(value).slug);
  return record ? [record.id] : [];
}
