// The fields of an edition: the space of each, and the letter under which the dictionary contains its terms.
import { SEARCH_FIELDS, type SearchFieldName, type TextField, type ValueField } from '../../../contract/fields.ts';

/** The fields of roles. They have terms of people, and in addition terms of roles, under these names. */
export const ROLE_FIELDS = { job_level: 'role_level', job_function: 'role_function', job_title: 'role_title' } as const;

/** A field that has terms. */
export type TermField = ValueField | TextField | (typeof ROLE_FIELDS)[keyof typeof ROLE_FIELDS];

const TERM_FIELDS = (Object.keys(SEARCH_FIELDS) as SearchFieldName[]).filter(
  (name) => SEARCH_FIELDS[name].kind !== 'number',
);
const FIELDS = [...TERM_FIELDS, ...Object.values(ROLE_FIELDS)] as TermField[];

/** The first character of the field's terms in the dictionary, which groups the terms of a field. */
export function fieldLetter(field: TermField): string {
  return String.fromCharCode('A'.charCodeAt(0) + FIELDS.indexOf(field));
}
