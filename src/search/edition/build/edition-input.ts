// The input of an edition build, and the sort order of its documents.
import type { CompanyDocument, JobDocument, PersonDocument } from '../../../contract/documents.ts';
import { JOB_LEVELS, type JobLevel } from '../../../contract/vocabularies/vocabularies.ts';

/**
 * All searchable documents of one consistent state of the catalog. Each iterable is read once: companies first, then
 * people, then jobs.
 */
export interface EditionInput {
  readonly state: { readonly generation: number; readonly hiddenGeneration: number };
  readonly companies: Iterable<CompanyDocument>;
  readonly people: Iterable<PersonDocument>;
  readonly jobs: Iterable<JobDocument>;
}

/** The fields by which a company is ordered. */
export type CompanyOrderKey = Pick<CompanyDocument, 'employee_count' | 'slug'>;

/** The rank of a level in the order of people: 0 is the most senior level; an unknown level is last. */
export function levelRank(level: JobLevel | null): number {
  return level === null ? JOB_LEVELS.length : JOB_LEVELS.indexOf(level);
}
