// A search as planned: frozen data that the edition evaluates and the naive scan of the tests evaluates alike.
import type { WordValue } from '../words/words.ts';

/** Which documents a query walks: positions of people, companies, or job rows. */
export type Space = 'people' | 'companies' | 'jobs';

/** Closed values of a document. `hq_country` is the company's, `country` the person's; both hold ISO alpha-2 codes. */
export type ValueField = 'industry' | 'type' | 'hq_country' | 'country' | 'job_level' | 'job_function';

/**
 * Texts of a document that are searched by words. Of the company: name, about, specialties (each one a text of its own for
 * brackets, one text for words), industry_name, hq_city. Of the person: city, job_title, headline. Of the job row: opening_title.
 */
export type TextField =
  | 'name'
  | 'about'
  | 'specialties'
  | 'industry_name'
  | 'hq_city'
  | 'city'
  | 'job_title'
  | 'headline'
  | 'opening_title';

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
  readonly field: 'employee_count' | 'connections_count';
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
