// The searchable fields with terms, and the letter under which the dictionary contains the terms of each field.
import { SEARCH_FIELDS, type SearchFieldName, type TextField, type ValueField } from '../../../contract/fields.ts';

/** The fields of roles. They have terms of people, and also terms of roles under these names. */
export const ROLE_FIELDS = { job_level: 'role_level', job_function: 'role_function', job_title: 'role_title' } as const;

/** A field that has terms. */
export type TermField = ValueField | TextField | (typeof ROLE_FIELDS)[keyof typeof ROLE_FIELDS];

const TERM_FIELDS = (Object.keys(SEARCH_FIELDS) as SearchFieldName[]).filter(
  (name) => SEARCH_FIELDS[name].kind !== 'number',
);
const FIELDS = [...TERM_FIELDS, ...Object.values(ROLE_FIELDS)] as TermField[];

/** The first character of the terms of a field in the dictionary. It groups the terms of the field. */
export function fieldLetter(field: TermField): string {
  return String.fromCharCode('A'.charCodeAt(0) + FIELDS.indexOf(field));
}
