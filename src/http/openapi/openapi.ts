// The OpenAPI 3.1 document of the service, derived from the endpoint table. Its schemas are in schemas.ts;
// docs-page.ts serves it.
import type { TObject } from 'typebox';
import type { Endpoint, Tag } from '../../contract/endpoints/endpoint.ts';
import { ENDPOINTS, OPERATIONS, type Operation } from '../../contract/endpoints/endpoints.ts';
import { priceOfAnswer, pricesText } from '../../contract/endpoints/prices.ts';
import { LIMITS } from '../../contract/limits.ts';
import answerExamples from './answer-examples.json' with { type: 'json' };
import { BATCHES_TAG, batchPaths } from './batches.ts';
import { ENDPOINT_NOTES } from './endpoint-notes.ts';
import { errorComponents, errorReferences } from './errors.ts';
import { exactBody, exactFilterObject, exactPersonKeys } from './exact-bodies.ts';
import { filterComponents } from './filter-components.ts';
import { CREDIT_HEADERS, HEADERS, headerReferences, KNOWN_KEY_HEADERS } from './headers.ts';
import { INGEST_KEY, INGEST_TAG, ingestPaths } from './ingest.ts';
import { LINKS } from './links.ts';
import { withNamedShapes } from './named-shapes.ts';
import { withObjectExamples } from './object-examples.ts';
import { type Json, namedSchemas, schemaReference } from './schemas.ts';
import { TEXTS } from './text-components.ts';
import { WATCHES_TAG, watchPaths } from './watches.ts';
import { WEBHOOKS_TAG, webhookEvents, webhookPaths } from './webhooks.ts';

/** Facts about the installation that the document contains. */
export interface OpenApiOptions {
  /** Version of the service. */
  readonly version: string;
  /** Address of the service; by default the address from which the document is fetched. */
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
const EXACT_COMPONENTS = {
  CompanyFilter: exactFilterObject('company', schemas['CompanyFilter'] as Json),
  PeopleFilter: exactFilterObject('people', schemas['PeopleFilter'] as Json),
  JobFilter: exactFilterObject('job', schemas['JobFilter'] as Json),
  PersonKeys: exactPersonKeys(schemas['PersonKeys'] as Json),
  ErrorAnswer: withoutConstant(schemas['ErrorAnswer'] as Json),
};

/** The error with `success` as a boolean that is never true: of a constant OpenAPI Generator makes a Java string. */
function withoutConstant(schema: Json): Json {
  const success = { type: 'boolean', not: { const: true }, description: 'Always false' };
  return { ...schema, properties: { ...(schema['properties'] as Json), success } };
}

/** `people-search` -> `peopleSearch`. */
function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
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

/** The schema of a body; for a bulk call, a list of bodies of the single call. */
function bodySchema(body: TObject, itemsOf: Endpoint['itemsOf']): Json {
  const schema = schemaReference(body);
  if (itemsOf === null) return exactBody(schema);
  const { items } = schema['properties'] as { readonly items: Json };
  const exact = { ...items, items: exactBody(items['items'] as Json) };
  return { ...schema, properties: { items: exact } };
}

function requestOf({ body, example, credits, itemsOf }: Endpoint): Json {
  if (body === null) return {};
  const schema = bodySchema(body, itemsOf);
  const parameters = [{ $ref: '#/components/parameters/IdempotencyKey' }];
  return {
    // Free calls can be repeated without an Idempotency-Key.
    ...(credits > 0 ? { parameters } : {}),
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
  };
}

function operationObject(operation: Operation): Json {
  const endpoint: Endpoint = ENDPOINTS[operation];
  return {
    operationId: camelCase(operation),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [endpoint.description, ...(ENDPOINT_NOTES[operation] ?? [])].join('\n\n'),
    ...requestOf(endpoint),
    responses: {
      200: successResponse(operation),
      ...errorReferences(endpoint.errors, endpoint.credits > 0 ? 'charged' : 'free'),
    },
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
    responses: errorComponents(),
    schemas: Object.fromEntries(
      Object.entries({ ...schemas, ...EXACT_COMPONENTS, ...filterComponents(), ...TEXTS }).sort(([a], [b]) =>
        a < b ? -1 : 1,
      ),
    ),
  };
}

/** The document as plain JSON; the same options always give the same document. */
export function openApiDocument({ version, serverUrl = '/' }: OpenApiOptions): Json {
  return withNamedShapes({
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
  });
}
