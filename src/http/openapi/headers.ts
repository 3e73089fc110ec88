// Response headers in the OpenAPI document.
import { ENDPOINTS, OPERATIONS } from '../../contract/endpoints/endpoints.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Json } from './schemas.ts';

const PRICE_MAX = Math.max(
  ...OPERATIONS.map((operation) => {
    const { credits, itemsOf } = ENDPOINTS[operation];
    return itemsOf === null ? credits : credits * LIMITS.bulkItemsMax;
  }),
);

/** The headers by name: components of the document. */
export const HEADERS = {
  'x-request-id': { description: 'Identifier of the request', schema: { type: 'string' } },
  'RateLimit-Policy': {
    description: 'Requests (q) allowed to the account in a window of w seconds, as in the IETF draft',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'Remaining requests (r) and the seconds (t) until more are available, as in the IETF draft',
    schema: { type: 'string' },
  },
  'x-credits-used': {
    description:
      'Credits this answer cost: the price of the endpoint for status 200 (of a bulk call the price of each item with ' +
      'status 200), 0 for an error or a replayed answer',
    schema: { type: 'integer', minimum: 0, maximum: PRICE_MAX },
  },
  'x-credits-remaining': {
    description: 'Credits left in this month, or unlimited',
    schema: { type: 'string', pattern: '^(\\d+|unlimited)$' },
  },
  'Idempotency-Replayed': {
    description: 'Present if the call repeats an earlier one with the same Idempotency-Key: it costs nothing',
    schema: { type: 'string', const: 'true' },
  },
  'Retry-After': { description: 'Whole seconds to wait', schema: { type: 'integer', minimum: 1 } },
  Location: { description: 'Path of the created object', schema: { type: 'string' } },
  'WWW-Authenticate': {
    description: 'Scheme of the header Authorization, which is accepted as well as x-api-key',
    schema: { type: 'string', const: 'Bearer realm="cardfile"' },
  },
  Allow: { description: 'The method that the path supports', schema: { type: 'string' } },
} as const;

export type HeaderName = keyof typeof HEADERS;

export const KNOWN_KEY_HEADERS = ['x-request-id', 'RateLimit-Policy', 'RateLimit'] as const;
export const CREDIT_HEADERS = ['x-credits-used', 'x-credits-remaining'] as const;

/** References to these components. */
export function headerReferences(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
