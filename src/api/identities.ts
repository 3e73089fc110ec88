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
  { lookUps, turn }: Pick<ApiContext, 'lookUps' | 'turn'>,
): Promise<number[]> {
  if (filter.by === 'domain') return companyIdsOfDomain(domainOf(value), { lookUps, turn });
  const record =
    filter.of === 'company'
      ? await lookUps.companyBySlug(companyUrlOf(value).slug)
      : await lookUps.personBySlug(personUrlOf(value).slug);
  return record ? [record.id] : [];
}
