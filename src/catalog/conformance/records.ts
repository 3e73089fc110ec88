// Invented minimal records for the conformance tests. Each test adds the fields that it examines.
import type {
  CompanyRecord,
  EmployerReference,
  ExperienceRecord,
  NetworkUrl,
  OpeningRecord,
  PersonRecord,
} from '../../contract/import-records.ts';
import { generatedPersonSlug, personIdentities } from '../../identity/generated-slug.ts';

const HOST = 'network.example';

export function profileUrl(slug: string): NetworkUrl {
  return { slug, host: HOST };
}

const NO_IDS = { crm_id: [], github_handle: [], x_handle: [] };

/** `slug` null: a company without a profile URL. The name is derived from the slug unless the test sets one. */
export function companyRecord(slug: string | null, fields: Partial<CompanyRecord> = {}): CompanyRecord {
  return {
    network_url: slug === null ? null : profileUrl(slug),
    name: `Name of ${slug}`,
    domains: [],
    email_domain: null,
    website: null,
    industry: null,
    type: null,
    size: null,
    employee_count: null,
    followers: null,
    founded_year: null,
    about: null,
    specialties: [],
    hq: null,
    ...NO_IDS,
    isin: [],
    lei: [],
    registry_number: [],
    updated_at: null,
    ...fields,
  };
}

/** An employer with a slug, or with the given fields. */
function employer(named: string | Partial<EmployerReference>): EmployerReference {
  const reference = typeof named === 'string' ? { company_network_url: profileUrl(named) } : named;
  return { company_network_url: null, company_domain: null, company_name: null, ...reference };
}

/** A current position. */
export function position(
  named: string | Partial<EmployerReference>,
  fields: Partial<ExperienceRecord> = {},
): ExperienceRecord {
  return {
    job_title: 'Engineer',
    job_level: 'Staff',
    job_function: 'Engineering',
    title_confidence: 97,
    ...employer(named),
    job_description: null,
    job_start_date: null,
    job_end_date: null,
    job_is_current: true,
    is_primary: false,
    job_location: null,
    ...fields,
  };
}

export function personRecord(slug: string, fields: Partial<PersonRecord> = {}): PersonRecord {
  return {
    network_url: profileUrl(slug),
    full_name: `Name of ${slug}`,
    first_name: null,
    last_name: null,
    headline: null,
    about_me: null,
    location: null,
    connections_count: null,
    experiences: [],
    education: [],
    skills: [],
    certifications: [],
    emails: [],
    phones: [],
    ...NO_IDS,
    updated_at: null,
    ...fields,
  };
}

/** The person as import/ creates it if the source has no profile URL. */
export function unlistedPerson(record: PersonRecord): PersonRecord {
  const [identity = ''] = personIdentities(record);
  return { ...record, network_url: { slug: generatedPersonSlug(record.full_name, identity), host: null } };
}

export function email(address: string, fields: Partial<PersonRecord['emails'][number]> = {}) {
  return { email: address, status: null, verified_at: null, is_primary: false, ...fields };
}

export function phone(number: string, kind: PersonRecord['phones'][number]['kind'] = null) {
  return { phone: number, kind };
}

export function opening(
  named: string | Partial<EmployerReference>,
  title: string,
  fields: Partial<OpeningRecord> = {},
): OpeningRecord {
  return {
    ...employer(named),
    title,
    source: 'board',
    open_positions: 1,
    url: null,
    posted_at: null,
    location: null,
    is_open: true,
    occurrence: 0,
    ...fields,
  };
}
