// The view of a company: the wire JSON, created once when the record is stored.
import type { CompanyRecord, HeadquartersRecord } from '../../contract/import-records.ts';
import type { CompanyWire } from '../../contract/records.ts';
import { countryOf, sizeLabel, sizeRange } from '../../contract/vocabularies.ts';
import { canonicalUrl } from '../../identity/network-url.ts';

/**
 * JSON members without braces, in two parts: joined by a comma they are the whole company, the first alone is the
 * employer of a person.
 */
export interface CompanyMembers {
  readonly employer: string;
  readonly rest: string;
}

/** The members of a company that is answered under this slug; the record is redacted already. */
export function companyMembers(record: CompanyRecord, slug: string): CompanyMembers {
  const employer = {
    network_url: canonicalUrl('company', { slug, host: record.network_url?.host ?? null }, null),
    name: record.name,
    domain: record.domains[0] ?? null,
    industry: record.industry,
    type: record.type,
    size: record.size ?? sizeLabel(record.employee_count),
    employee_count: record.employee_count,
    hq: headquarters(record.hq),
  };
  const rest: Omit<CompanyWire, keyof typeof employer> = {
    website: record.website,
    followers: record.followers,
    founded_year: record.founded_year,
    about: record.about,
    specialties: [...record.specialties],
    updated_at: record.updated_at,
  };
  return { employer: members(employer), rest: members(rest) };
}

/** Employees, or the lower bound of the size bucket if only that is known: the value for order and ranges. */
export function effectiveEmployeeCount(record: CompanyRecord): number | null {
  return record.employee_count ?? (record.size === null ? null : sizeRange(record.size).min);
}

/** Text of a JSON object's members, without its braces. */
export function members(object: object): string {
  return JSON.stringify(object).slice(1, -1);
}

/** A place without any value is answered as null. */
function headquarters(place: HeadquartersRecord | null): CompanyWire['hq'] {
  if (place === null || (place.city ?? place.state ?? place.country_code) === null) return null;
  const country = countryOf(place.country_code);
  return {
    city: place.city,
    state: place.state,
    country_code: place.country_code,
    country_name: country?.name ?? null,
    continent: country?.continent ?? null,
    sales_region: country?.sales_region ?? null,
  };
}
