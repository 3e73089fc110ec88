// Shared parts of the operations on stored objects (batches, webhooks) in the OpenAPI document.
import type { TSchema } from 'typebox';
import { LIMITS } from '../../contract/limits.ts';
import { errorOfStatus, errorReferences } from './errors.ts';
import { headerReferences, KNOWN_KEY_HEADERS } from './headers.ts';
import { type Json, schemaReference } from './schemas.ts';

/** Headers of all answers to calls with a valid key. */
export const FREE_HEADERS: Json = headerReferences(KNOWN_KEY_HEADERS);

/** Errors of every call. Undocumented query parameters and fields cause the 422. */
const COMMON = [401, 405, 422, 429, 500, 503];

/**
 * The errors of every call, plus these. A call that takes no body still reads one that is sent, so it has the errors of
 * a body, too.
 */
export function errors(...statuses: readonly (404 | 409 | 413)[]): Json {
  return errorReferences([...COMMON, ...statuses].map(errorOfStatus), 'free');
}

/** For calls whose repetition returns the first answer. */
export const IDEMPOTENCY_KEY: Json = { $ref: '#/components/parameters/IdempotencyKey' };
export const REPLAYED_HEADER: Json = headerReferences(['Idempotency-Replayed']);
/** Headers of calls that create an object; a repetition does not create it again. */
export const CREATED_HEADERS: Json = headerReferences(['Location', 'Idempotency-Replayed']);

/** The paging options of a list of stored objects. */
export function pageParameters(objects: string): Json[] {
  const query = (name: string, description: string, schema: Json): Json => ({
    name,
    in: 'query',
    required: false,
    description,
    schema,
  });
  return [
    query('max_results', `${objects} of a page`, {
      type: 'integer',
      minimum: 1,
      maximum: LIMITS.maxResultsMax,
      default: LIMITS.maxResultsDefault,
    }),
    query('cursor', 'The `cursor` of the last page', { type: 'string', maxLength: LIMITS.cursorLengthMax }),
  ];
}

/** A JSON answer. */
export function answer(description: string, schema: TSchema, headers: Json = {}): Json {
  return {
    description,
    headers: { ...FREE_HEADERS, ...headers },
    content: { 'application/json': { schema: schemaReference(schema) } },
  };
}
