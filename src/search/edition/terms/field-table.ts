// The fields of an edition: whose they are, and under which letter their terms stand in the dictionary.
import type { TextField, ValueField } from '../../../contract/fields.ts';
import type { Space } from '../../query.ts';

/** The fields of what positions are called. They have terms of people, and beside them terms of roles, under these names. */
export const ROLE_FIELDS = { job_level: 'role_level', job_function: 'role_function', job_title: 'role_title' } as const;

/** A field that has terms. */
export type TermField = ValueField | TextField | (typeof ROLE_FIELDS)[keyof typeof ROLE_FIELDS];

/**
 * The space whose documents hold the field; the company's fields serve the other spaces through the employer. Terms are written in the
 * order of this table, those of roles last.
 */
export const SPACE_OF: Readonly<Record<ValueField | TextField, Space>> = {
  industry: 'companies',
  type: 'companies',
  hq_country: 'companies',
  name: 'companies',
  about: 'companies',
  specialties: 'companies',
  industry_name: 'companies',
  hq_city: 'companies',
  opening_title: 'jobs',
  country: 'people',
  job_level: 'people',
  job_function: 'people',
  city: 'people',
  job_title: 'people',
  headline: 'people',
};

/** The fields of closed values. */
export const VALUE_FIELDS: readonly ValueField[] = [
  'industry',
  'type',
  'hq_country',
  'country',
  'job_level',
  'job_function',
];

const FIELDS = [...Object.keys(SPACE_OF), ...Object.values(ROLE_FIELDS)] as TermField[];

/** The first character of the field's terms in the dictionary, which keeps the terms of a field together. */
export function fieldLetter(field: TermField): string {
  return String.fromCharCode('A'.charCodeAt(0) + FIELDS.indexOf(field));
}
