// Invented minimal records for the conformance tests, to which a test adds its subject.
import type {
  CompanyRecord,
  EmployerReference,
  ExperienceRecord,
  NetworkUrl,
  OpeningRecord,
  PersonRecord,
} from '../../contract/import-records.ts';
import { madePersonSlug, personIdentities } from '../../identity/made-slug.ts';

const HOST = 'network.example';

export function networkUrl(slug: string): NetworkUrl {
  return { slug, host: HOST };
}

/** `slug` null: a company without a profile URL. The name is derived from the slug unless the test sets one. */
export function companyRecord(slug: string | null, fields: Partial<CompanyRecord> = {}): CompanyRecord {
  return {
    networkUrl: slug === null ? null : networkUrl(slug),
    name: `Name of ${slug}`,
    domains: [],
    emailDomain: null,
    website: null,
    industry: null,
    type: null,
    size: null,
    employeeCount: null,
    followers: null,
    foundedYear: null,
    about: null,
    specialties: [],
    hq: null,
    updatedAt: null,
    ...fields,
  };
}

/** An employer named by a slug, or by the given fields. */
function employer(named: string | Partial<EmployerReference>): EmployerReference {
  const reference = typeof named === 'string' ? { networkUrl: networkUrl(named) } : named;
  return { networkUrl: null, domain: null, name: null, ...reference };
}

/** A current position. */
export function position(
  named: string | Partial<EmployerReference>,
  fields: Partial<ExperienceRecord> = {},
): ExperienceRecord {
  return {
    title: 'Engineer',
    level: 'Staff',
    function: 'Engineering',
    employer: employer(named),
    description: null,
    startDate: null,
    endDate: null,
    isCurrent: true,
    isPrimary: false,
    location: null,
    ...fields,
  };
}

export function personRecord(slug: string, fields: Partial<PersonRecord> = {}): PersonRecord {
  return {
    networkUrl: networkUrl(slug),
    fullName: `Name of ${slug}`,
    firstName: null,
    lastName: null,
    headline: null,
    aboutMe: null,
    location: null,
    connectionsCount: null,
    experiences: [],
    education: [],
    skills: [],
    certifications: [],
    emails: [],
    phones: [],
    updatedAt: null,
    ...fields,
  };
}

/** The person as import/ creates it if the source has no profile URL. */
export function unlistedPerson(record: PersonRecord): PersonRecord {
  const [identity = ''] = personIdentities(record);
  return { ...record, networkUrl: { slug: madePersonSlug(record.fullName, identity), host: null } };
}

export function email(address: string, fields: Partial<PersonRecord['emails'][number]> = {}) {
  return { email: address, status: null, verifiedAt: null, isPrimary: false, ...fields };
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
    employer: employer(named),
    title,
    source: 'board',
    openPositions: 1,
    url: null,
    postedAt: null,
    location: null,
    isOpen: true,
    occurrence: 0,
    ...fields,
  };
}
