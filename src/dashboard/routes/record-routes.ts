// The routes of single records: which are gone; and for operators origin, splits, and reviews of possible duplicates.

import { LIMITS } from '../../contract/limits.ts';
import { closed, nullable, oneOf } from '../../contract/schemas/schema.ts';
import { Type } from '../../contract/schemas/schema-types.ts';
import { act, type Route, read, shortText } from './route.ts';
import * as shapes from './shapes.ts';

/** Maximum number of records of a kind in one call: so many fit into its maximum length. */
const GONE_MAX = 500;
const urls = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: LIMITS.urlLengthMax }), { maxItems: GONE_MAX, description });

/** By name. */
export const RECORD_ROUTES = {
  'records.gone': act({
    path: '/console/api/records/gone',
    who: 'member',
    summary: 'Which of these records are hidden, forgotten or removed: the browser then shows them no longer; free',
    body: closed({
      account: Type.Optional(shortText('Name of the account; optional for a member')),
      people: urls('Profile URLs of people'),
      companies: urls('Profile URLs of companies'),
    }),
    answer: closed({ gone: Type.Array(Type.String(), { description: 'Profile URLs, as given' }) }),
    audit: null,
  }),
  'records.explain': read({
    path: '/console/api/records/explain',
    who: 'operator',
    summary: 'The origin of each field of a record',
    query: closed({
      kind: oneOf(shapes.RECORD_KINDS),
      named: Type.String({ minLength: 1, maxLength: 2048, description: 'Slug or profile URL of the record' }),
    }),
    answer: shapes.ProvenanceShape,
  }),
  'records.split': act({
    path: '/console/api/records/split',
    who: 'operator',
    summary: 'Splits wrongly merged rows off into a separate record, permanently. A new edition follows',
    body: closed({
      kind: oneOf(shapes.RECORD_KINDS),
      named: Type.String({ minLength: 1, maxLength: 2048, description: 'Slug or profile URL of the record' }),
      rows: Type.Array(Type.Integer({ minimum: 1 }), {
        minItems: 1,
        maxItems: 1000,
        description: 'Ids of the rows to split off',
      }),
    }),
    answer: closed({
      stays: Type.String({ description: 'Slug of the record that keeps the other rows' }),
      split: Type.String({ description: 'Slug of the new record' }),
    }),
    audit: 'records.split',
  }),
  'records.merge': act({
    path: '/console/api/records/merge',
    who: 'operator',
    summary: 'Merges two records, also in later imports. Searches follow',
    body: closed({
      kind: oneOf(shapes.RECORD_KINDS),
      named: Type.String({ minLength: 1, maxLength: 2048, description: 'Slug or profile URL of the record' }),
      other: Type.String({ minLength: 1, maxLength: 2048, description: 'Slug or profile URL of the other record' }),
    }),
    answer: closed({
      stays: Type.String({ description: 'Slug of the merged record' }),
      merged: Type.String({ description: 'Slug of the record that was merged into it' }),
    }),
    audit: 'records.merge',
  }),
  'records.forget': act({
    path: '/console/api/records/forget',
    who: 'operator',
    summary:
      'Erases a person from records, stored answers and files, prevents imports of the person, builds a ' +
      'new edition, and searches the data folder for remains',
    body: closed({
      named: Type.String({ minLength: 1, maxLength: 2048, description: 'Slug or profile URL of the person' }),
    }),
    answer: closed({
      people: Type.Integer({ description: 'People that were erased' }),
      lines: Type.Integer({ description: 'Erased lines of uploads, rejected rows and batches' }),
      stored_answers: Type.Integer({ description: 'Erased answers of the Idempotency-Key' }),
      saved: Type.Integer({ description: 'Erased records of lists, and saved searches' }),
      traces: Type.Integer({ description: 'Rows that still name the person; 0 proves the removal' }),
    }),
    audit: 'records.forget',
  }),
  'reviews.list': read({
    path: '/console/api/reviews',
    who: 'operator',
    summary: 'Possible duplicates, most likely first, 50 per page',
    query: closed({
      skip: Type.Optional(Type.String({ pattern: '^\\d{1,6}$', description: 'Number of reviews to skip' })),
    }),
    answer: closed({
      total: Type.Integer({ minimum: 0, description: 'Number of all open reviews' }),
      rows: Type.Array(shapes.ReviewShape),
    }),
  }),
  'reviews.decide': act({
    path: '/console/api/reviews/decide',
    who: 'operator',
    summary: 'Merges or separates the records of a review, permanently. Searches follow',
    body: closed({
      id: Type.Integer({ minimum: 1, description: 'Id of the review' }),
      decision: oneOf(['accept', 'reject'], { description: 'accept: merge both records' }),
    }),
    answer: closed({
      stays: nullable(Type.String({ description: 'Slug of the merged record; null if the records stay separate' })),
    }),
    audit: 'reviews.decide',
  }),
} as const satisfies Readonly<Record<string, Route>>;
