// A search as planned: frozen data that the edition evaluates and the naive scan of the tests evaluates alike.
import type { NumberField, TextField, ValueField } from '../contract/fields.ts';
import type { WordValue } from '../words/words.ts';

/** Which documents a query walks: positions of people, companies, or job rows. */
export type Space = 'people' | 'companies' | 'jobs';

/** Holds where the field has one of the values; negated, where it has none of them (an absent field has none). */
export interface ValuesClause {
  readonly kind: 'values';
  readonly field: ValueField;
  readonly anyOf: readonly string[];
  readonly negated: boolean;
}

/** Holds where at least one value matches: each of its words in any of the fields, or for an exact value one whole field equal to it. */
export interface WordsClause {
  readonly kind: 'words';
  readonly fields: readonly TextField[];
  readonly anyOf: readonly WordValue[];
  readonly negated: boolean;
}

/** Holds where the number is known and lies in one of the ranges, both ends included; null is an open end. */
export interface RangesClause {
  readonly kind: 'ranges';
  readonly field: NumberField;
  readonly anyOf: readonly { readonly min: number | null; readonly max: number | null }[];
}

/** Holds for the positions, or the job rows, of one company. */
export interface EmployerClause {
  readonly kind: 'employer';
  readonly companyId: number;
}

export type Clause = ValuesClause | WordsClause | RangesClause | EmployerClause;

/**
 * All clauses must hold, for one and the same document. In the spaces `people` and `jobs` the company's fields are those of the
 * employer; a position without a known employer fails every clause on a company field, negated ones too.
 */
export interface Query {
  readonly space: Space;
  readonly clauses: readonly Clause[];
}
