// The OpenAPI 3.1 document of the service, derived from the endpoint table. Its schemas are in openapi-schemas.ts;
// docs-page.ts serves it.
import type { TObject } from 'typebox';
import type { Endpoint, Tag } from '../contract/endpoint.ts';
import { ENDPOINTS, OPERATIONS, type Operation } from '../contract/endpoints.ts';
import { ApiError, ERRORS, type ErrorName, exhaustedMessage } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { priceOfAnswer, pricesText } from '../contract/prices.ts';
import answerExamples from './answer-examples.json' with { type: 'json' };
import { ENDPOINT_NOTES } from './endpoint-notes.ts';
import { exactBody, exactFilterObject, exactPersonKeys, textComponents } from './exact-bodies.ts';
import { BATCHES_TAG, batchPaths } from './openapi-batches.ts';
import { INGEST_KEY, INGEST_TAG, ingestPaths } from './openapi-ingest.ts';
import { LINKS } from './openapi-links.ts';
import { withObjectExamples } from './openapi-object-examples.ts';
import { type Json, namedSchemas, schemaReference } from './openapi-schemas.ts';
import { WATCHES_TAG, watchPaths } from './openapi-watches.ts';
import { WEBHOOKS_TAG, webhookEvents, webhookPaths } from './openapi-webhooks.ts';

/** The facts of the installation in the document. */
export interface OpenApiOptions {
  /** Version of the service. */
  readonly version: string;
  /** Address of the service; by default that from which the document is fetched. */
  readonly serverUrl?: string;
}

const TAGS: Readonly<Record<Tag, string>> = {
  Account: 'The status of the calling key.',
  Search: 'People and companies by filters, and the staff of one company.',
  Jobs: 'Hiring signals: open positions by role and company.',
  Enrichment: 'One record, or one of its fields, by an identifier. Unknown records cost nothing.',
  Match: 'The person or company that known values describe, with a score. No match costs nothing.',
  Bulk: `Up to ${LIMITS.bulkItemsMax} look-ups in one call, each answered and charged like a single one.`,
  Utilities: 'Utility calls.',
};

const DESCRIPTION = `Look up people, companies and open positions.

Every request carries an API key in the header \`x-api-key\`, or as \`Authorization: Bearer\`; use it from server-side code only. An answer with status 2xx costs ${pricesText(ENDPOINTS)}, one of a bulk call the price of each item with status 200; every other answer costs none. Undocumented fields and values are rejected with a 422 that names the path and the nearest allowed value: nothing is accepted and then ignored.`;

const schemas = namedSchemas() as Record<string, Json>;
const EXACT_FILTERS = {
  company: exactFilterObject('company', schemas['CompanyFilter'] as Json),
  people: exactFilterObject('people', schemas['PeopleFilter'] as Json),
  job: exactFilterObject('job', schemas['JobFilter'] as Json),
};
const EXACT_COMPONENTS = {
  CompanyFilter: EXACT_FILTERS.company,
  PeopleFilter: EXACT_FILTERS.people,
  JobFilter: EXACT_FILTERS.job,
  PersonKeys: exactPersonKeys(schemas['PersonKeys'] as Json),
};

const PRICE_MAX = Math.max(
  ...OPERATIONS.map((operation) => {
    const { credits, itemsOf } = ENDPOINTS[operation];
    return itemsOf === null ? credits : credits * LIMITS.bulkItemsMax;
  }),
);

const HEADERS = {
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
  Allow: { description: 'The method that the path supports', schema: { type: 'string' } },
} as const;

type HeaderName = keyof typeof HEADERS;

const KNOWN_KEY_HEADERS = ['x-request-id', 'RateLimit-Policy', 'RateLimit'] as const;
const CREDIT_HEADERS = ['x-credits-used', 'x-credits-remaining'] as const;
const REJECTION_HEADERS = [...KNOWN_KEY_HEADERS, ...CREDIT_HEADERS] as const;

/** A message that the error may have, and its additional headers. */
const ERROR_EXAMPLES: Readonly<Record<ErrorName, { message: string; headers: readonly HeaderName[] }>> = {
  UNAUTHORIZED: {
    message: 'the API key is missing; send it in the header x-api-key, or as Authorization: Bearer',
    headers: REJECTION_HEADERS,
  },
  CREDITS_EXHAUSTED: {
    message: exhaustedMessage(1, '2030-06-01'),
    headers: REJECTION_HEADERS,
  },
  NOT_FOUND: {
    message: 'no company with this company_network_url is known',
    headers: [...REJECTION_HEADERS, 'Idempotency-Replayed'],
  },
  CONFLICT: {
    message: 'a batch of the same input is not finished; wait for it or cancel it',
    headers: REJECTION_HEADERS,
  },
  METHOD_NOT_ALLOWED: { message: '/v2/search/people takes POST only', headers: ['x-request-id', 'Allow'] },
  PAYLOAD_TOO_LARGE: {
    message: `the body is larger than ${LIMITS.bodyBytesMax} bytes; send fewer values`,
    headers: REJECTION_HEADERS,
  },
  INVALID_INPUT: { message: 'max_results: must be at most 100, not 500', headers: REJECTION_HEADERS },
  RATE_LIMIT_EXCEEDED: {
    message: 'more requests than 10 in a second; try again in 1 s',
    headers: [...REJECTION_HEADERS, 'Retry-After'],
  },
  DATA_SERVICE_ERROR: {
    message: 'the data service could not complete the request; it costs nothing, try again',
    headers: REJECTION_HEADERS,
  },
  DATA_SERVICE_UNAVAILABLE: {
    message: 'the service cannot charge right now; it costs nothing, try again',
    headers: [...REJECTION_HEADERS, 'Retry-After'],
  },
};

/** `people-search` -> `peopleSearch`. */
function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** `NOT_FOUND` -> `NotFound`. */
function pascalCase(name: string): string {
  return name.toLowerCase().replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
}

function headerReferences(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The body of an error as a caller receives it. */
export function errorExample(name: ErrorName): Json {
  const { message } = ERROR_EXAMPLES[name];
  const code = new ApiError(name, message).wireCode;
  const request_id = '0196d3c5-6a00-7b1e-9c44-3f1d2a7e5b90';
  if (name !== 'INVALID_INPUT') return { success: false, error: { code, message, request_id } };
  const details = [{ path: 'max_results', message: 'must be at most 100, not 500', suggestion: null }];
  return { success: false, error: { code, message, request_id, details } };
}

function errorResponse(name: ErrorName): Json {
  const { when } = ERRORS[name];
  return {
    description: `${new ApiError(name, when).wireCode}: ${when}`,
    headers: headerReferences(ERROR_EXAMPLES[name].headers),
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' }, example: errorExample(name) },
    },
  };
}

function successResponse(operation: Operation): Json {
  const { answer, credits }: Endpoint = ENDPOINTS[operation];
  const charged = credits === 0 ? [] : CREDIT_HEADERS;
  const replayed = credits > 0 ? (['Idempotency-Replayed'] as const) : [];
  return {
    description: `The answer. Price: ${priceOfAnswer(ENDPOINTS[operation])}.`,
    headers: headerReferences([...KNOWN_KEY_HEADERS, ...charged, ...replayed]),
    content: { 'application/json': { schema: schemaReference(answer), example: answerExamples[operation] } },
    ...linksOf(operation),
  };
}

function linksOf(operation: Operation): Json {
  const links = Object.entries(LINKS[operation] ?? {});
  if (links.length === 0) return {};
  const objects = links.map(([name, { to, description, body }]) => [
    name,
    { operationId: camelCase(to), description, requestBody: body },
  ]);
  return { links: Object.fromEntries(objects) };
}

/** The schema of a body; that of a bulk call is a list of bodies of the single call. */
function bodySchema(body: TObject, itemsOf: Endpoint['itemsOf']): Json {
  const schema = schemaReference(body);
  if (itemsOf === null) return exactBody(schema, EXACT_FILTERS);
  const { items } = schema['properties'] as { readonly items: Json };
  const exact = { ...items, items: exactBody(items['items'] as Json, EXACT_FILTERS) };
  return { ...schema, properties: { items: exact } };
}

function requestOf({ body, example, credits, itemsOf }: Endpoint): Json {
  if (body === null) return {};
  const schema = bodySchema(body, itemsOf);
  const parameters = [{ $ref: '#/components/parameters/IdempotencyKey' }];
  return {
    // Free calls may be repeated without one.
    ...(credits > 0 ? { parameters } : {}),
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
  };
}

function operationObject(operation: Operation): Json {
  const endpoint: Endpoint = ENDPOINTS[operation];
  const errors = endpoint.errors
    .map((name) => [String(ERRORS[name].status), { $ref: `#/components/responses/${pascalCase(name)}` }] as const)
    .sort(([a], [b]) => Number(a) - Number(b));
  return {
    operationId: camelCase(operation),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [endpoint.description, ...(ENDPOINT_NOTES[operation] ?? [])].join('\n\n'),
    ...requestOf(endpoint),
    responses: { 200: successResponse(operation), ...Object.fromEntries(errors) },
  };
}

function components(): Json {
  return {
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The API key of your account' },
      bearer: { type: 'http', scheme: 'bearer', description: 'The same API key; send one of the two headers' },
      ingestKey: INGEST_KEY,
    },
    parameters: {
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description:
          `Makes a repeated call safe: the same key with the same body within ${LIMITS.idempotencyHours} ` +
          'hours returns the stored answer and costs nothing.',
        schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyLengthMax, pattern: '[^ \\t]' },
      },
    },
    headers: HEADERS,
    responses: Object.fromEntries(
      (Object.keys(ERRORS) as ErrorName[]).map((name) => [pascalCase(name), errorResponse(name)]),
    ),
    schemas: Object.fromEntries(
      Object.entries({ ...namedSchemas(), ...EXACT_COMPONENTS, ...textComponents() }).sort(([a], [b]) =>
        a < b ? -1 : 1,
      ),
    ),
  };
}

/** The document as plain JSON; deterministic for the same options. */
export function openApiDocument({ version, serverUrl = '/' }: OpenApiOptions): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cardfile',
      version,
      summary: 'Business look-ups over your own people, company and job data',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl, description: 'This installation' }],
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: [
      ...Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      BATCHES_TAG,
      WATCHES_TAG,
      WEBHOOKS_TAG,
      INGEST_TAG,
    ],
    paths: {
      ...Object.fromEntries(
        OPERATIONS.map((operation) => {
          const { method, path } = ENDPOINTS[operation];
          return [path, { [method.toLowerCase()]: operationObject(operation) }];
        }),
      ),
      ...withObjectExamples({ ...batchPaths(), ...watchPaths(), ...webhookPaths(), ...ingestPaths() }),
    },
    webhooks: webhookEvents(),
    components: components(),
  };
}
