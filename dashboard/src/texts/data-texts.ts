// Texts of the screen Data: tabs, figures of the records, possible duplicates.
import { formatCount, formatPlural } from '../format.ts';

export const DATA_TEXTS = {
  title: 'Data',
  lead: 'Records and imports, possible duplicates, and people and companies that are hidden from all answers.',
  parts: 'Data sections',
  tabs: {
    records: 'Records',
    imports: 'Imports',
    reviews: 'Possible duplicates',
    suppressions: 'Suppression list',
  },
  counting: 'Counting the records',
  noRecords: 'No records yet',
  importFile: 'Import a file',
  coverage: { people: 'Coverage of people', companies: 'Coverage of companies' },
  byCountry: { people: 'People by country', companies: 'Companies by country' },
  byIndustry: 'Companies by industry',
  figures: {
    ...{ companies: 'Companies', people: 'People', openings: 'Openings', edition: 'Edition built' },
    ...{ counted: 'Figures counted' },
  },
  records: 'records',
  openAndClosed: 'open and closed',
  changedSince: (records: number) => `${formatPlural(records, 'record')} changed since`,
  noEdition: 'none yet',
  inProgress: 'in progress',
  fields: {
    ...{ country_code: 'Country', city: 'City', job_title: 'Job title', job_function: 'Department' },
    ...{ job_level: 'Seniority', connections_count: 'Connections', headline: 'Headline', email: 'Work e-mail' },
    ...{ email_valid: 'Valid e-mail', phone: 'Phone', phone_mobile: 'Mobile phone', industry: 'Industry' },
    ...{ type: 'Type', employee_count: 'Employees', domain: 'Domain', email_domain: 'E-mail domain' },
    ...{ about: 'About', specialties: 'Specialties' },
  } as Readonly<Record<string, string>>,
} as const;

export const REVIEW_TEXTS = {
  title: 'Possible duplicates',
  shown: (first: number, last: number, total: number) =>
    `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)}, the most likely first.`,
  pages: 'Pages',
  previous: (count: number) => `Previous ${formatCount(count)}`,
  next: (count: number) => `Next ${formatCount(count)}`,
  none: 'No possible duplicates',
  noneHint:
    'When an import finds two records that might be the same, and the evidence is not clear enough to merge them, they are listed here.',
  columns: { kind: 'Kind', records: 'Records', evidence: 'Evidence', decision: 'Decision' },
  names: (names: readonly string[]) => names.join(' and '),
  merged: (names: string) => `${names} are one record now.`,
  apart: (names: string) => `${names} stay apart, also in later imports.`,
  merge: 'Merge…',
  mergeOf: (names: string) => `Merge… ${names}`,
  mergeTitle: 'Merge permanently?',
  mergeAction: 'Merge',
  /** Follows the names. */
  mergeHint: 'become one record, also in later imports.',
  keepApart: 'Keep apart',
  keepApartOf: (names: string) => `Keep apart ${names}`,
} as const;
