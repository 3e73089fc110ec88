// The records that a profile URL or a domain in a filter names.
import type { Catalog } from '../catalog/port.ts';
import type { IdentityFilter } from '../contract/fields.ts';
import { companiesOfDomain } from './company-of-domain.ts';
import { companyUrlOf, domainOf, personUrlOf } from './input.ts';

/** Catalog ids; none where no record is known. A domain names every company on it. A 422 where the value has another form. */
export async function identifiedBy(filter: IdentityFilter, value: string, catalog: Catalog): Promise<number[]> {
  if (filter.by === 'domain') return (await companiesOfDomain(domainOf(value), catalog)).map(({ id }) => id);
  const record =
    filter.of === 'company'
      ? await catalog.companyBySlug(companyUrlOf(value).slug)
      : await catalog.personBySlug(personUrlOf(value).slug);
  return record ? [record.id] : [];
}
