// The closed lists of the contract: the values that a closed filter accepts and a record can contain. The values are in
// vocabularies.json and countries.json; values.ts maps text to them.
import countryRows from './countries.json' with { type: 'json' };
import lists from './vocabularies.json' with { type: 'json' };

export const JOB_LEVELS = ['C-Team', 'VP', 'Director', 'Manager', 'Staff', 'Other'] as const;
/** Seniority of a position, most senior first. It also defines the order of people in a company. */
export type JobLevel = (typeof JOB_LEVELS)[number];

export const PHONE_KINDS = ['mobile', 'direct', 'work'] as const;
export type PhoneKind = (typeof PHONE_KINDS)[number];

export const INDUSTRIES: readonly string[] = lists.industry;
export const COMPANY_TYPES: readonly string[] = lists.company_type;
export const CONTINENTS: readonly string[] = lists.continent;
export const SALES_REGIONS: readonly string[] = lists.sales_region;
export const JOB_FUNCTIONS: readonly string[] = lists.job_function;
export const SIZE_LABELS: readonly string[] = lists.employee_range;

export interface Country {
  /** ISO 3166-1 alpha-2, or XK. */
  readonly code: string;
  readonly name: string;
  readonly continent: string;
  /** Null for Antarctica only. */
  readonly sales_region: string | null;
}

export const COUNTRIES: readonly Country[] = countryRows;
const countryByCode = new Map(COUNTRIES.map((country) => [country.code, country]));

/** The country of an upper-case ISO alpha-2 code, or undefined. */
export function countryOf(code: string | null | undefined): Country | undefined {
  return code ? countryByCode.get(code) : undefined;
}

export interface SizeRange {
  readonly min: number;
  /** Null for the last bucket, which has no upper bound. */
  readonly max: number | null;
}

/** The employee counts that a size label such as `51-200` or `10001+` covers, both ends included. */
export function sizeRange(label: string): SizeRange {
  const [min, max] = label.split(/[-+]/, 2);
  return { min: Number(min), max: max ? Number(max) : null };
}

/** The size label of an employee count of 1 or more; null for 0 or unknown. */
export function sizeLabel(employee_count: number | null): string | null {
  if (employee_count === null || employee_count < 1) return null;
  return SIZE_LABELS.findLast((label) => sizeRange(label).min <= employee_count) ?? null;
}
