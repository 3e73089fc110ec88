// Records -> the import form: one JSON object a record, which imports again to the same record. What normalise/ reads, this writes.
import type {
  CompanyRecord,
  EmployerReference,
  NetworkUrl,
  OpeningRecord,
  PersonRecord,
} from '../contract/import-records.ts';
import { canonicalUrl } from '../identity/network-url.ts';

type Json = Readonly<Record<string, unknown>>;

const urlOf = (kind: 'company' | 'person', url: NetworkUrl | null) =>
  url === null ? null : canonicalUrl(kind, url, null);

function employerForm(employer: EmployerReference): Json {
  return {
    company_network_url: urlOf('company', employer.company_network_url),
    company_domain: employer.company_domain,
    company_name: employer.company_name,
  };
}

export function companyForm(record: CompanyRecord): Json {
  return {
    network_url: urlOf('company', record.network_url),
    name: record.name,
    domain: record.domains[0] ?? null,
    domains: record.domains,
    email_domain: record.email_domain,
    website: record.website,
    industry: record.industry,
    type: record.type,
    size: record.size,
    employee_count: record.employee_count,
    followers: record.followers,
    founded_year: record.founded_year,
    about: record.about,
    specialties: record.specialties,
    hq: record.hq,
    updated_at: record.updated_at,
  };
}

export function personForm(record: PersonRecord): Json {
  return {
    network_url: urlOf('person', record.network_url),
    full_name: record.full_name,
    first_name: record.first_name,
    last_name: record.last_name,
    headline: record.headline,
    about_me: record.about_me,
    location: record.location,
    connections_count: record.connections_count,
    experiences: record.experiences.map((experience) => ({
      job_title: experience.job_title,
      job_level: experience.job_level,
      job_function: experience.job_function,
      ...employerForm(experience),
      job_description: experience.job_description,
      job_start_date: experience.job_start_date,
      job_end_date: experience.job_end_date,
      job_is_current: experience.job_is_current,
      is_primary: experience.is_primary,
      job_location: experience.job_location,
    })),
    education: record.education,
    skills: record.skills,
    certifications: record.certifications,
    emails: record.emails,
    phones: record.phones,
    updated_at: record.updated_at,
  };
}

export function openingForm(record: OpeningRecord): Json {
  return {
    ...employerForm(record),
    title: record.title,
    source: record.source,
    open_positions: record.open_positions,
    url: record.url,
    posted_at: record.posted_at,
    location: record.location,
    is_open: record.is_open,
  };
}
