// Parts of operations of stored objects (batches, webhooks) in the OpenAPI document.
import type { TSchema } from 'typebox';
import { LIMITS } from '../contract/limits.ts';
import { type Json, schemaReference } from './openapi-schemas.ts';

/** A reference to a component. */
export const reference = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });
export const KNOWN_KEY_HEADERS: Json = Object.fromEntries(
  ['x-request-id', 'RateLimit-Policy', 'RateLimit'].map((name) => [name, reference('headers', name)]),
);
const ERROR_NAMES = {
  401: 'Unauthorized',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  413: 'PayloadTooLarge',
  422: 'InvalidInput',
  429: 'RateLimitExceeded',
  500: 'DataServiceError',
  503: 'DataServiceUnavailable',
} as const;

/** The errors of every call, and these. */
export function errors(...statuses: readonly (keyof typeof ERROR_NAMES)[]): Json {
  return Object.fromEntries(
    ([401, 405, 429, 500, 503, ...statuses] as const).map((status) => [
      status,
      reference('responses', ERROR_NAMES[status]),
    ]),
  );
}

/** Of calls whose repetition has the answer of the first. */
export const IDEMPOTENCY_KEY: Json = reference('parameters', 'IdempotencyKey');
export const REPLAYED_HEADER: Json = { 'Idempotency-Replayed': reference('headers', 'Idempotency-Replayed') };

/** The options of a page of stored objects. */
export function pageParameters(objects: string): Json[] {
  const query = (name: string, description: string, schema: Json): Json => ({
    ...{ name, in: 'query', required: false, description, schema },
  });
  return [
    query('max_results', `${objects} of a page`, {
      ...{ type: 'integer', minimum: 1, maximum: LIMITS.maxResultsMax, default: LIMITS.maxResultsDefault },
    }),
    query('cursor', 'The `cursor` of the last page', { type: 'string', maxLength: LIMITS.cursorLengthMax }),
  ];
}

/** A JSON answer. */
export function answer(description: string, schema: TSchema, headers: Json = {}): Json {
  return {
    description,
    headers: { ...KNOWN_KEY_HEADERS, ...headers },
    content: { 'application/json': { schema: schemaReference(schema) } },
  };
}
