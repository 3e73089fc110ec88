// Records as the import passes them to the catalog: normalized, without details of the file. import/ makes them from
// rows and catalog/ stores them. Their JSON Lines form is the wire record plus these additions.
import type { EmailStatus, JobLevel, PhoneKind } from './vocabularies.ts';

/** The location of a company. */
export interface PlaceRecord {
  readonly city: string | null;
  readonly state: string | null;
  /** ISO alpha-2, upper case; determines name, continent and sales region. */
  readonly countryCode: string | null;
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
  readonly networkUrl: NetworkUrl | null;
  readonly name: string;
  /** Normalized hostnames, the main one first. */
  readonly domains: readonly string[];
  readonly emailDomain: string | null;
  readonly website: string | null;
  readonly industry: string | null;
  readonly type: string | null;
  readonly size: string | null;
  readonly employeeCount: number | null;
  readonly followers: number | null;
  readonly foundedYear: number | null;
  readonly about: string | null;
  readonly specialties: readonly string[];
  readonly hq: PlaceRecord | null;
  /** ISO timestamp. */
  readonly updatedAt: string | null;
}

/**
 * The employer of a position or an opening, identified by the first known member in this order; only a position may
 * have none of them.
 */
export interface EmployerReference {
  readonly networkUrl: NetworkUrl | null;
  readonly domain: string | null;
  readonly name: string | null;
}

export interface ExperienceRecord {
  readonly title: string | null;
  readonly level: JobLevel | null;
  readonly function: string | null;
  readonly employer: EmployerReference;
  readonly description: string | null;
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly isCurrent: boolean;
  readonly isPrimary: boolean;
  readonly location: PlaceRecord | null;
}

export interface EmailRecord {
  /** Lower case. */
  readonly email: string;
  readonly status: EmailStatus | null;
  readonly verifiedAt: string | null;
  readonly isPrimary: boolean;
}

export interface PhoneRecord {
  /** E.164 with `+`. */
  readonly phone: string;
  readonly kind: PhoneKind | null;
}

export interface PersonRecord {
  readonly networkUrl: NetworkUrl;
  readonly fullName: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly headline: string | null;
  readonly aboutMe: string | null;
  readonly location: PlaceRecord | null;
  /** 0 to 500. */
  readonly connectionsCount: number | null;
  readonly experiences: readonly ExperienceRecord[];
  readonly education: readonly {
    readonly schoolName: string | null;
    readonly degree: string | null;
    readonly startDate: string | null;
    readonly endDate: string | null;
  }[];
  readonly skills: readonly string[];
  readonly certifications: readonly {
    readonly authority: string | null;
    readonly name: string | null;
    readonly url: string | null;
  }[];
  readonly emails: readonly EmailRecord[];
  readonly phones: readonly PhoneRecord[];
  readonly updatedAt: string | null;
}

export interface OpeningRecord {
  readonly employer: EmployerReference;
  readonly title: string;
  readonly source: string;
  /** At least 1. */
  readonly openPositions: number;
  readonly url: string | null;
  /** YYYY-MM-DD. */
  readonly postedAt: string | null;
  readonly location: { readonly city: string | null; readonly countryCode: string | null } | null;
  readonly isOpen: boolean;
  /**
   * The number of earlier rows of the file with equal employer, title, source, location and posting date: distinguishes
   * openings without a URL.
   */
  readonly occurrence: number;
}
