// Records -> the import form: one JSON object a record, which imports again to the same record. What normalise/ reads, this writes.
import type {
  CompanyRecord,
  EmployerReference,
  NetworkUrl,
  OpeningRecord,
  PersonRecord,
  PlaceRecord,
} from '../contract/import-records.ts';
import { canonicalUrl } from '../identity/network-url.ts';

type Json = Readonly<Record<string, unknown>>;

const urlOf = (kind: 'company' | 'person', url: NetworkUrl | null) =>
  url === null ? null : canonicalUrl(kind, url, null);

function employerForm(employer: EmployerReference): Json {
  return {
    company_network_url: urlOf('company', employer.networkUrl),
    company_domain: employer.domain,
    company_name: employer.name,
  };
}

function locationForm(place: PlaceRecord | null): Json | null {
  return place && { city: place.city, state_code: place.state, country_code: place.countryCode };
}

export function companyForm(record: CompanyRecord): Json {
  const { hq } = record;
  return {
    network_url: urlOf('company', record.networkUrl),
    name: record.name,
    domain: record.domains[0] ?? null,
    domains: record.domains,
    email_domain: record.emailDomain,
    website: record.website,
    industry: record.industry,
    type: record.type,
    size: record.size,
    employee_count: record.employeeCount,
    followers: record.followers,
    founded_year: record.foundedYear,
    about: record.about,
    specialties: record.specialties,
    hq: hq && { city: hq.city, state: hq.state, country_code: hq.countryCode },
    updated_at: record.updatedAt,
  };
}

export function personForm(record: PersonRecord): Json {
  return {
    network_url: urlOf('person', record.networkUrl),
    full_name: record.fullName,
    first_name: record.firstName,
    last_name: record.lastName,
    headline: record.headline,
    about_me: record.aboutMe,
    location: locationForm(record.location),
    connections_count: record.connectionsCount,
    experiences: record.experiences.map((experience) => ({
      job_title: experience.title,
      job_level: experience.level,
      job_function: experience.function,
      ...employerForm(experience.employer),
      job_description: experience.description,
      job_start_date: experience.startDate,
      job_end_date: experience.endDate,
      job_is_current: experience.isCurrent,
      is_primary: experience.isPrimary,
      job_location: locationForm(experience.location),
    })),
    education: record.education.map(({ schoolName, degree, startDate, endDate }) => {
      return { school_name: schoolName, degree, start_date: startDate, end_date: endDate };
    }),
    skills: record.skills,
    certifications: record.certifications,
    emails: record.emails.map(({ email, status, verifiedAt, isPrimary }) => {
      return { email, status, verified_at: verifiedAt, is_primary: isPrimary };
    }),
    phones: record.phones,
    updated_at: record.updatedAt,
  };
}

export function openingForm(record: OpeningRecord): Json {
  const { location } = record;
  return {
    ...employerForm(record.employer),
    title: record.title,
    source: record.source,
    open_positions: record.openPositions,
    url: record.url,
    posted_at: record.postedAt,
    location: location && { city: location.city, country_code: location.countryCode },
    is_open: record.isOpen,
  };
}
