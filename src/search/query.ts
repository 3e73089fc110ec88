// A planned search as frozen data. Both the edition and the naive scan of the tests evaluate it.
import { type NumberField, SEARCH_FIELDS, type Space, type TextField, type ValueField } from '../contract/fields.ts';
import type { WordValue } from '../words/words.ts';

/** True if the field has one of the values; if negated, true if it has none of them. An absent field has none. */
export interface ValuesClause {
  readonly kind: 'values';
  readonly field: ValueField;
  readonly anyOf: readonly string[];
  readonly negated: boolean;
}

/**
 * True if at least one value matches. A value matches if each of its words is in any of the fields; an exact value
 * matches if it equals one whole field.
 */
export interface WordsClause {
  readonly kind: 'words';
  readonly fields: readonly TextField[];
  readonly anyOf: readonly WordValue[];
  readonly negated: boolean;
}

/** True if the number is known and in one of the ranges. Both ends are inclusive; null is an open end. */
export interface RangesClause {
  readonly kind: 'ranges';
  readonly field: NumberField;
  readonly anyOf: readonly { readonly min: number | null; readonly max: number | null }[];
}

/** True for the positions, or the job rows, of one company. */
export interface EmployerClause {
  readonly kind: 'employer';
  readonly companyId: number;
}

/**
 * True for the records with these catalog ids. `company`: the companies, or in other spaces the records of these
 * employers; `person`: the people.
 */
export interface IdentityClause {
  readonly kind: 'identity';
  readonly of: 'company' | 'person';
  readonly anyOf: readonly number[];
}

export type Clause = ValuesClause | WordsClause | RangesClause | EmployerClause | IdentityClause;

/**
 * All clauses must be true for the same document. In the spaces `people` and `jobs`, the fields of companies are the
 * fields of the employer. For a position without a known employer, every clause on a company field is false, including
 * negated ones. Clauses on fields of openings must be true for the same opening of a job row.
 */
export interface Query {
  readonly space: Space;
  readonly clauses: readonly Clause[];
  /**
   * In the space `people`: the maximum number of people of each employer, who are the first ones in the order. People
   * without an employer are not limited.
   */
  readonly perCompanyMax?: number;
}

/** A clause that reads fields of documents. */
export type FieldClause = ValuesClause | WordsClause | RangesClause;

/** The fields that a clause reads. */
export function fieldsRead(clause: FieldClause): readonly (ValueField | TextField | NumberField)[] {
  return clause.kind === 'words' ? clause.fields : [clause.field];
}

/** True if a clause reads fields of openings. Job rows are then answered with their matching openings only. */
export function readsOpenings(clause: Clause): boolean {
  if (clause.kind === 'employer' || clause.kind === 'identity') return false;
  return fieldsRead(clause).some((field) => SEARCH_FIELDS[field].space === 'openings');
}
