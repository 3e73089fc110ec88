// Records as the import passes them to the catalog: normalized, without details of the file. import/ makes them from
// rows and catalog/ stores them. Their JSON Lines form is the wire record plus these additions.
import type { EmailStatus, JobLevel, PhoneKind } from './vocabularies.ts';

/** The location of a company. */
export interface HeadquartersRecord {
  readonly city: string | null;
  readonly state: string | null;
  /** ISO alpha-2, upper case; determines name, continent and sales region. */
  readonly country_code: string | null;
}

/** The location of a person or of a position. */
export interface LocationRecord {
  readonly city: string | null;
  readonly state_code: string | null;
  readonly country_code: string | null;
}

/** A parsed profile URL: the slug is the key, the host is stored for answers. */
export interface NetworkUrl {
  /** Percent-decoded, NFC, lower case. */
  readonly slug: string;
  /** Lower case; null if the source gave a bare path. */
  readonly host: string | null;
}

export interface CompanyRecord {
  /**
   * Null if the source has none: the catalog then derives a slug from the name, and replaces it when a real one is
   * imported.
   */
  readonly network_url: NetworkUrl | null;
  readonly name: string;
  /** Normalized hostnames, the main one first. */
  readonly domains: readonly string[];
  readonly email_domain: string | null;
  readonly website: string | null;
  readonly industry: string | null;
  readonly type: string | null;
  readonly size: string | null;
  readonly employee_count: number | null;
  readonly followers: number | null;
  readonly founded_year: number | null;
  readonly about: string | null;
  readonly specialties: readonly string[];
  readonly hq: HeadquartersRecord | null;
  /** ISO timestamp. */
  readonly updated_at: string | null;
}

/**
 * The employer of a position or an opening, identified by the first known member in this order; only a position may
 * have none of them.
 */
export interface EmployerReference {
  readonly company_network_url: NetworkUrl | null;
  readonly company_domain: string | null;
  readonly company_name: string | null;
}

/** A position, with its employer. */
export interface ExperienceRecord extends EmployerReference {
  readonly job_title: string | null;
  readonly job_level: JobLevel | null;
  readonly job_function: string | null;
  readonly job_description: string | null;
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly job_start_date: string | null;
  readonly job_end_date: string | null;
  readonly job_is_current: boolean;
  readonly is_primary: boolean;
  readonly job_location: LocationRecord | null;
}

export interface EmailRecord {
  /** Lower case. */
  readonly email: string;
  readonly status: EmailStatus | null;
  readonly verified_at: string | null;
  readonly is_primary: boolean;
}

export interface PhoneRecord {
  /** E.164 with `+`. */
  readonly phone: string;
  readonly kind: PhoneKind | null;
}

export interface PersonRecord {
  readonly network_url: NetworkUrl;
  readonly full_name: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly headline: string | null;
  readonly about_me: string | null;
  readonly location: LocationRecord | null;
  /** 0 to 500. */
  readonly connections_count: number | null;
  readonly experiences: readonly ExperienceRecord[];
  readonly education: readonly {
    readonly school_name: string | null;
    readonly degree: string | null;
    readonly start_date: string | null;
    readonly end_date: string | null;
  }[];
  readonly skills: readonly string[];
  readonly certifications: readonly {
    readonly authority: string | null;
    readonly name: string | null;
    readonly url: string | null;
  }[];
  readonly emails: readonly EmailRecord[];
  readonly phones: readonly PhoneRecord[];
  readonly updated_at: string | null;
}

/** An opening, with the company that hires. */
export interface OpeningRecord extends EmployerReference {
  readonly title: string;
  readonly source: string;
  /** At least 1. */
  readonly open_positions: number;
  readonly url: string | null;
  /** YYYY-MM-DD. */
  readonly posted_at: string | null;
  readonly location: { readonly city: string | null; readonly country_code: string | null } | null;
  readonly is_open: boolean;
  /**
   * The number of earlier rows of the file with equal employer, title, source, location and posting date: distinguishes
   * openings without a URL.
   */
  readonly occurrence: number;
}
