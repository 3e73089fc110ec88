// What a record contributes to search: the catalog yields these, the edition is built from them, the naive oracle scans them.
import type { JobLevel } from './vocabularies.ts';

export interface CompanyDocument {
  /** Catalog id: stable as long as the company exists, at least 1. */
  readonly id: number;
  readonly slug: string;
  /** Employees, or the lower bound of the size bucket where only that is known; null when unknown. */
  readonly employeeCount: number | null;
  readonly name: string;
  readonly industry: string | null;
  readonly type: string | null;
  readonly countryCode: string | null;
  readonly city: string | null;
  readonly about: string | null;
  readonly specialties: readonly string[];
}

/** One current position of a person. */
export interface PositionDocument {
  /** Catalog id of the employer; null where the employer is unknown or not in the catalog. */
  readonly companyId: number | null;
  readonly title: string | null;
  readonly level: JobLevel | null;
  readonly function: string | null;
}

export interface PersonDocument {
  readonly id: number;
  readonly slug: string;
  readonly countryCode: string | null;
  readonly city: string | null;
  readonly connectionsCount: number | null;
  readonly headline: string | null;
  /** Current positions only; a person without one is searchable by person filters and comes last. */
  readonly positions: readonly PositionDocument[];
}

/** One row of the job answers: the openings of one company, title and source. */
export interface JobDocument {
  readonly id: number;
  readonly companyId: number;
  readonly title: string;
  readonly source: string;
  readonly openPositions: number;
}
