// The import form of generated records: the objects in the lines of companies.jsonl, people.jsonl and jobs.jsonl.
// Members have their wire names; import/ interprets them.
import type { EmailStatus } from '../contract/vocabularies/email-statuses.ts';
import type { JobLevel, PhoneKind } from '../contract/vocabularies/vocabularies.ts';

export interface GeneratedCompany {
  readonly network_url: string;
  readonly name: string;
  readonly domain: string | null;
  /** Present if the company has more than one. */
  readonly domains?: readonly string[];
  readonly email_domain: string | null;
  readonly website: string | null;
  readonly industry: string | null;
  readonly type: string | null;
  readonly size: string | null;
  readonly employee_count: number | null;
  readonly followers: number;
  readonly founded_year: number | null;
  readonly about: string | null;
  readonly specialties: readonly string[];
  readonly hq: { readonly city: string; readonly state: string | null; readonly country_code: string } | null;
  readonly updated_at: string;
}

export interface GeneratedPlace {
  readonly city: string;
  readonly state_code: string | null;
  readonly country_code: string;
}

export interface GeneratedExperience {
  readonly job_title: string;
  /** Null if the import is to classify the title; the same applies to `job_function`. */
  readonly job_level: JobLevel | null;
  readonly job_function: string | null;
  readonly company_name: string;
  readonly company_network_url: string | null;
  readonly company_domain: string | null;
  readonly job_description: string | null;
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly job_start_date: string;
  readonly job_end_date: string | null;
  readonly job_is_current: boolean;
  readonly is_primary: boolean;
  readonly job_location: GeneratedPlace | null;
}

export interface GeneratedEmail {
  readonly email: string;
  readonly status: EmailStatus;
  readonly verified_at: string | null;
  readonly is_primary: boolean;
}

export interface GeneratedPhone {
  /** E.164 with `+`. */
  readonly phone: string;
  readonly kind: PhoneKind;
}

export interface GeneratedEducation {
  readonly school_name: string;
  readonly degree: string | null;
  readonly start_date: string;
  readonly end_date: string;
}

export interface GeneratedCertification {
  readonly authority: string;
  readonly name: string;
  readonly url: string | null;
}

export interface GeneratedPerson {
  readonly network_url: string;
  readonly full_name: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly headline: string | null;
  readonly about_me: string | null;
  readonly location: GeneratedPlace | null;
  readonly connections_count: number | null;
  readonly experiences: readonly GeneratedExperience[];
  readonly education: readonly GeneratedEducation[];
  readonly skills: readonly string[];
  readonly certifications: readonly GeneratedCertification[];
  readonly emails: readonly GeneratedEmail[];
  readonly phones: readonly GeneratedPhone[];
  readonly updated_at: string;
}

export interface GeneratedJob {
  readonly company_network_url?: string;
  /** Replaces the URL in some records. */
  readonly company_domain?: string;
  readonly title: string;
  readonly source: string;
  readonly open_positions: number;
  readonly url: string;
  /** YYYY-MM-DD. */
  readonly posted_at: string;
  readonly location: { readonly city: string; readonly country_code: string } | null;
  readonly is_open: boolean;
}
