// Records as the import brings them to the catalog: normal forms only, nothing that a caller sees and nothing that a file shows.
// import/ makes them from rows, catalog/ stores them. Their JSON Lines form is contract-wise the wire record plus these additions.
import type { EmailStatus, JobLevel, PhoneKind } from './vocabularies.ts';

/** What a record says about where a company is. */
export interface PlaceRecord {
  readonly city: string | null;
  readonly state: string | null;
  /** ISO alpha-2, upper case; name, continent and sales region follow from it. */
  readonly countryCode: string | null;
}

/** A profile URL in parts: the slug is the key, the host is kept for answers. */
export interface NetworkUrl {
  /** Percent-decoded, NFC, lower case. */
  readonly slug: string;
  /** Lower case; null where the source gave a bare path. */
  readonly host: string | null;
}

export interface CompanyRecord {
  /** Null where the source has none: the catalog then makes a slug from the name, which a real one replaces later. */
  readonly networkUrl: NetworkUrl | null;
  readonly name: string;
  /** Hostnames in normal form, the main one first. */
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

/** How a position or an opening names its employer, the first known in this order decides; only a position may have none of them. */
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
  /** How many earlier rows of the file were equal in employer, title, source, location and posting date: tells openings without a URL apart. */
  readonly occurrence: number;
}
