// What a record contributes to search: the catalog yields these, an edition is built from them, the naive oracle scans them. Their members
// are the searchable fields of the table.
import type { DocumentValue, FieldIn, Space } from './fields.ts';
import type { JobLevel } from './vocabularies.ts';

/** The fields of a position: one document of the space `people` each. */
type PositionField = 'job_title' | 'job_level' | 'job_function';
/** Fields that are made from others. */
type DerivedField = 'industry_name' | 'opening_level' | 'opening_function';

type Fields<In extends Space> = {
  readonly [Name in Exclude<FieldIn<In>, PositionField | DerivedField>]: DocumentValue<Name>;
};

export interface CompanyDocument extends Fields<'companies'> {
  /** Catalog id: stable as long as the company exists, at least 1. */
  readonly id: number;
  readonly slug: string;
  /** Employees, or the lower bound of the size bucket where only that is known; null when unknown. */
  readonly employee_count: number | null;
  readonly name: string;
}

/** One current position of a person. */
export interface PositionDocument {
  /** Catalog id of the employer; null where the employer is unknown or not in the catalog. */
  readonly companyId: number | null;
  readonly job_title: string | null;
  readonly job_level: JobLevel | null;
  readonly job_function: string | null;
}

export interface PersonDocument extends Fields<'people'> {
  readonly id: number;
  readonly slug: string;
  /** Current positions only; a person without one is searchable by person filters and comes last. */
  readonly positions: readonly PositionDocument[];
}

/** One row of the job answers: the openings of one company, title and source. */
export interface JobDocument {
  readonly id: number;
  readonly companyId: number;
  readonly opening_title: string;
  readonly source: string;
  readonly openPositions: number;
}

/** What the words of a title say. */
export interface TitleRole {
  readonly level: JobLevel | null;
  readonly function: string | null;
}
