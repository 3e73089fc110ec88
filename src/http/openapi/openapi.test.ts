import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoints/endpoint.ts';
import { ENDPOINTS, OPERATIONS } from '../../contract/endpoints/endpoints.ts';
import { ApiError, ERRORS, type ErrorName } from '../../contract/errors.ts';
import { INGEST_PATHS } from '../../contract/ingest.ts';
import { LIMITS } from '../../contract/limits.ts';
import { BATCHES_PATH } from '../../contract/resources/batch-paths.ts';
import { WATCHES_PATH } from '../../contract/resources/watch-paths.ts';
import { WEBHOOKS_PATH } from '../../contract/resources/webhook-paths.ts';
import { errorExample } from './errors.ts';
import { openApiDocument } from './openapi.ts';
import type { Json } from './schemas.ts';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example: unknown } } };
  readonly responses: Readonly<Record<string, Json>>;
}

const document = openApiDocument({ version: '1.2.3', serverUrl: 'https://api.acme.example' }) as {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>>; readonly responses: Json };
};

const endpoints = OPERATIONS.map((operation) => [operation, ENDPOINTS[operation] as Endpoint] as const);

function operationOf({ method, path }: Endpoint): Operation {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`the document has no ${method} ${path}`);
  return operation;
}

/** Every JSON object in a value, itself included, except the conditions of rules. */
function* objectsIn(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const [name, member] of Object.entries(value)) if (name !== 'if' && name !== 'then') yield* objectsIn(member);
}

function pointedAt(reference: string): unknown {
  const steps = reference.slice(2).split('/');
  return steps.reduce<unknown>((value, step) => (value as Json | undefined)?.[step], document);
}

// `cursor` is a format of our own; formats describe values and are not checked here.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema(document, 'openapi');

function validator(pointer: string) {
  return ajv.compile({ $ref: `openapi#${pointer}` });
}

const escaped = (path: string) => path.replaceAll('/', '~1');

describe('the OpenAPI document', () => {
  it('is plain JSON, the same each time', () => {
    expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document);
    const again = openApiDocument({ version: '1.2.3', serverUrl: 'https://api.acme.example' });
    expect(JSON.stringify(again)).toBe(JSON.stringify(document));
  });

  it('names the version and the server it is made for, and its own origin without one', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe('1.2.3');
    expect(document.servers[0]?.url).toBe('https://api.acme.example');
    expect(openApiDocument({ version: '1' })).toMatchObject({ servers: [{ url: '/' }] });
  });

  it('has exactly the endpoints of the table, the batches, the watches, the webhooks, and ingest', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const isOfBatches = (line: string) => line.includes(` ${BATCHES_PATH}`);
    const ingest = INGEST_PATHS.map((path) => `POST ${path}`);
    const isOfWebhooks = (line: string) => line.includes(` ${WEBHOOKS_PATH}`);
    const isOfWatches = (line: string) => line.includes(` ${WATCHES_PATH}`);
    const isOther = (line: string) => !isOfBatches(line) && !isOfWebhooks(line) && !isOfWatches(line);
    const others = described.filter((line) => isOther(line) && !ingest.includes(line));
    expect(others).toEqual(endpoints.map(([, { method, path }]) => `${method} ${path}`));
    expect(described.filter(isOfBatches)).toHaveLength(8);
    expect(described.filter(isOfWebhooks)).toHaveLength(9);
    expect(described.filter(isOfWatches)).toHaveLength(7);
    expect(described.filter((line) => line.includes('/ingest/'))).toEqual(ingest);
  });

  it('gives each operation its own camel-case id and a described tag', () => {
    const operations = endpoints.map(([, endpoint]) => operationOf(endpoint));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('peopleSearch');
    for (const id of ids) expect(id).toMatch(/^[a-z][a-zA-Z]*$/);
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const { tags: used } of operations) expect(used.every((name) => tags.has(name))).toBe(true);
  });

  it('has bodies whose schemas are valid JSON Schema, which the service relies on', () => {
    const bodies = endpoints.flatMap(([operation, { body }]) => (body === null ? [] : [{ operation, body }]));
    expect(bodies.length).toBeGreaterThan(20);
    for (const { operation, body } of bodies) expect(ajv.validateSchema(body), operation).toBe(true);
    expect(ajv.validateSchema({ type: 'object', properties: { name: { minLength: 'one' } } })).toBe(false);
  });

  it('refers only to what it defines', () => {
    const references = [...objectsIn(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    expect(references.length).toBeGreaterThan(100);
    for (const reference of references) expect(pointedAt(reference), reference).toBeDefined();
  });

  it('closes every object, so that undocumented members are neither accepted nor answered', () => {
    const schemas = [...objectsIn(document)].filter((object) => [object['type']].flat().includes('object'));
    expect(schemas.length).toBeGreaterThan(30);
    // Of a map the values have a schema.
    const open = schemas.filter(({ additionalProperties }) => typeof additionalProperties !== 'object');
    for (const schema of open) expect(schema['additionalProperties'], JSON.stringify(schema)).toBe(false);
  });

  it('writes each record once and refers to it', () => {
    const { schemas } = document.components;
    const person = { $ref: '#/components/schemas/Person' };
    expect(schemas['PersonAnswer']).toMatchObject({ properties: { person } });
    expect(schemas['EmployeesPage']).toMatchObject({ properties: { results: { items: person } } });
    expect(schemas['Company']).toMatchObject({
      properties: { hq: { anyOf: [{ $ref: '#/components/schemas/Headquarters' }, { type: 'null' }] } },
    });
    const specialties = [...objectsIn(document.components)].filter((object) => 'specialties' in object);
    expect(specialties).toHaveLength(1);
  });
});

describe.each(endpoints)('%s in the OpenAPI document', (_, endpoint) => {
  const operation = operationOf(endpoint);
  const at = `/paths/${escaped(endpoint.path)}/${endpoint.method.toLowerCase()}`;

  it('answers 200 and the errors of the table, each with the header of the request id', () => {
    const statuses = endpoint.errors.map((name) => String(ERRORS[name].status));
    expect(Object.keys(operation.responses).sort()).toEqual(['200', ...statuses].sort());
    for (const response of Object.values(operation.responses)) {
      const resolved = typeof response['$ref'] === 'string' ? pointedAt(response['$ref']) : response;
      expect(resolved).toHaveProperty(['headers', 'x-request-id']);
    }
  });

  it('reports credits and repeated calls if the endpoint has them', () => {
    const headers = operation.responses['200']?.['headers'] as Json;
    expect('x-credits-used' in headers).toBe(endpoint.credits > 0);
    expect('Idempotency-Replayed' in headers).toBe(endpoint.credits > 0);
    const parameter = { $ref: '#/components/parameters/IdempotencyKey' };
    expect(operation.parameters).toEqual(endpoint.credits > 0 ? [parameter] : undefined);
  });

  it('has an answer schema that rejects an unknown field', () => {
    const validate = validator(`${at}/responses/200/content/application~1json/schema`);
    expect(validate({ undocumented: 1 })).toBe(false);
    expect(validate.errors?.some(({ keyword }) => keyword === 'additionalProperties')).toBe(true);
  });
});

const withBody = endpoints.filter(([, { body }]) => body !== null);

describe.each(withBody)('the request of %s', (_, endpoint) => {
  it('has a valid example, and rejects an unknown field', () => {
    const at = `/paths/${escaped(endpoint.path)}/post`;
    const validate = validator(`${at}/requestBody/content/application~1json/schema`);
    expect(operationOf(endpoint).requestBody?.content['application/json'].example).toEqual(endpoint.example);
    expect(validate(endpoint.example), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...endpoint.example, undocumented: 1 })).toBe(false);
  });
});

describe.each(Object.keys(ERRORS) as ErrorName[])('the example of %s', (name) => {
  it('is an error envelope with the code of the wire', () => {
    const validate = validator('/components/schemas/ErrorAnswer');
    const example = errorExample(name);
    expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
    expect(example).toMatchObject({ success: false, error: { code: new ApiError(name, '').wireCode } });
  });
});

it('the header Idempotency-Key is optional and has 1 to 255 characters', () => {
  expect(pointedAt('#/components/parameters/IdempotencyKey')).toMatchObject({
    in: 'header',
    required: false,
    schema: { minLength: 1, maxLength: LIMITS.idempotencyKeyLengthMax },
  });
});

describe('a call that costs no credits', () => {
  const paths = Object.entries(document.paths).filter(
    ([path]) => !endpoints.some(([, endpoint]) => endpoint.path === path && endpoint.credits > 0),
  );
  const answers = paths.flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) =>
      Object.entries(responses).map(([status, response]) => {
        const { $ref } = response as { readonly $ref?: string };
        const { headers } = ($ref === undefined ? response : pointedAt($ref)) as { readonly headers: Json };
        return { method, path, status, headers: Object.keys(headers) };
      }),
    ),
  );

  it('has no headers of credits, and none of an account with an ingest key', () => {
    expect(answers.filter(({ headers }) => headers.some((name) => name.startsWith('x-credits')))).toEqual([]);
    const ingest = answers.filter(({ path }) => (INGEST_PATHS as readonly string[]).includes(path));
    expect(ingest.filter(({ headers }) => headers.includes('RateLimit'))).toEqual([]);
  });

  it('documents the address of a created object, and whether the call was repeated', () => {
    const created = answers.filter(({ headers }) => headers.includes('Location'));
    expect(created.map(({ method, path, status, headers }) => [method, path, status, headers.slice(-1)])).toEqual([
      ['post', BATCHES_PATH, '202', ['Idempotency-Replayed']],
      ['post', WATCHES_PATH, '201', ['Idempotency-Replayed']],
      ['post', WEBHOOKS_PATH, '201', ['Idempotency-Replayed']],
    ]);
  });

  it('of a stored object may be a 422, and a 413 unless it is a GET', () => {
    const objects = paths.filter(([path]) =>
      [BATCHES_PATH, WATCHES_PATH, WEBHOOKS_PATH].some((of) => path.startsWith(of)),
    );
    for (const [path, operations] of objects)
      for (const [method, { responses }] of Object.entries(operations))
        expect([path, method, '422' in responses, '413' in responses]).toEqual([path, method, true, method !== 'get']);
  });
});
