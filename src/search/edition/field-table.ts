// The fields of an edition: whose they are, and under which letter their terms stand in the dictionary.
import type { TextField, ValueField } from '../../contract/fields.ts';
import type { Space } from '../query.ts';

/** A field that has terms. */
export type TermField = ValueField | TextField;

/**
 * The space whose documents hold the field; the company's fields serve the other spaces through the employer. Terms are written in the
 * order of this table.
 */
export const SPACE_OF: Readonly<Record<TermField, Space>> = {
  industry: 'companies',
  type: 'companies',
  hq_country: 'companies',
  name: 'companies',
  about: 'companies',
  specialties: 'companies',
  industry_name: 'companies',
  hq_city: 'companies',
  country: 'people',
  job_level: 'people',
  job_function: 'people',
  city: 'people',
  job_title: 'people',
  headline: 'people',
  opening_title: 'jobs',
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

const FIELDS = Object.keys(SPACE_OF) as TermField[];

/** The first character of the field's terms in the dictionary, which keeps the terms of a field together. */
export function fieldLetter(field: TermField): string {
  return String.fromCharCode('A'.charCodeAt(0) + FIELDS.indexOf(field));
}
