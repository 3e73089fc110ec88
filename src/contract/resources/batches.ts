// Batches (asynchronous look-ups of many rows): their options and answers.

import type { TObject } from 'typebox';
import { BULKED_OPERATIONS } from '../endpoints/endpoint.ts';
import { LIMITS } from '../limits.ts';
import { closed, count, maybeInteger, maybeText, nullable, oneOf, text } from '../schemas/schema.ts';
import { Type } from '../schemas/schema-types.ts';

export const BATCH_FORMATS = ['jsonl', 'csv'] as const;
export type BatchFormat = (typeof BATCH_FORMATS)[number];

const name = Type.String({ minLength: 1, maxLength: LIMITS.filterStringMax });

/** The options of a batch, in the body or as query parameters. */
const BATCH_OPTIONS = {
  operation: oneOf(BULKED_OPERATIONS, { description: 'The single call that each row makes' }),
  map: Type.Optional(
    Type.Unsafe<Readonly<Record<string, string>>>({
      type: 'object',
      additionalProperties: name,
      description: 'Field of the call: column of the input; by default a field is in the column of its name',
    }),
  ),
  fields: Type.Optional(
    Type.Array(name, {
      minItems: 1,
      maxItems: 100,
      description: 'Fields of the answer to return, such as `email` or `person.full_name`; by default all',
    }),
  ),
  max_credits: Type.Optional(
    nullable(
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'The batch never uses more credits' }),
    ),
  ),
};

/** The options of a batch whose rows are the body, after they are read from the query. */
export const BatchOptions = closed(BATCH_OPTIONS);
/** A batch as one JSON object. */
export const BatchBody = closed({
  ...BATCH_OPTIONS,
  items: Type.Array(Type.Any(), { minItems: 1, description: 'Rows: JSON objects' }),
});
/** The body of a resume; it may be empty. */
export const ResumeBody = closed({ max_credits: BATCH_OPTIONS.max_credits });

/** A batch as answered. */
export const BatchAnswer = closed({
  id: text('Identifier of the batch'),
  operation: oneOf(BULKED_OPERATIONS, { description: 'The single call that each row makes' }),
  state: oneOf(['queued', 'running', 'paused_no_credits', 'completed', 'cancelled', 'failed'], {
    description: 'A paused or failed batch continues after a resume',
  }),
  reason: maybeText('Reason of a pause or a failure'),
  rows: count('Rows of the input'),
  done: count('Rows done; their results can be downloaded'),
  found: count('Rows with an answer, each charged'),
  missed: count('Rows without a matching record'),
  invalid: count('Rows that the single call would reject'),
  credits_used: count('Credits charged so far'),
  max_credits: maybeInteger('The batch never uses more credits'),
  created_at: text('Time of creation (ISO 8601, UTC)'),
  estimated_seconds: maybeInteger('Estimated seconds until completion; null if the batch is not running'),
});

/** A page of the batches of an account. */
export const BatchList = closed({
  results: Type.Array(BatchAnswer, { description: 'The newest first' }),
  results_length: count('Number of batches in results'),
  cursor: maybeText('Cursor of the next page; null on the last page'),
});

/** The answer of a preview. */
export const PreviewAnswer = closed({
  rows: count('Rows of the input'),
  found: count('Rows that would have an answer'),
  missed: count('Rows without a matching record'),
  invalid: count('Rows that the single call would reject'),
  by_field: Type.Unsafe<Readonly<Record<string, number>>>({
    type: 'object',
    additionalProperties: { type: 'integer', minimum: 0 },
    description: 'For each field of the answer: the rows that would have a value',
  }),
  credits: count('Credits that the batch would cost'),
});

/**
 * The fields of an answer by their paths, such as `person.location.city`, without `found`. A list is one field.
 */
export function answerFields(answer: TObject): string[] {
  return leaves(answer).filter((path) => path !== 'found');
}

function leaves(schema: unknown): string[] {
  const { properties } = schema as { readonly properties?: Readonly<Record<string, unknown>> };
  if (properties === undefined) return [''];
  return Object.entries(properties).flatMap(([key, member]) =>
    leaves(member).map((path) => (path === '' ? key : `${key}.${path}`)),
  );
}
