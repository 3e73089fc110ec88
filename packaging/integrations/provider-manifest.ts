// The provider manifest: the calls of the service as data. Programs without built-in knowledge of the service, such as
// workbooks with enrichment columns, read it. Derived from the endpoint table.
import type { TObject } from 'typebox';
import type { Endpoint } from '../../src/contract/endpoints/endpoint.ts';
import { ENDPOINTS, OPERATIONS, type Operation } from '../../src/contract/endpoints/endpoints.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { exactlyOneOf } from '../../src/contract/schemas/schema.ts';

type ValueType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';

interface Input {
  readonly name: string;
  /** The label in a form. */
  readonly title: string;
  readonly type: ValueType;
  readonly required: boolean;
  readonly description: string;
  /** The accepted values of a closed list. */
  readonly values?: readonly string[];
  readonly default?: unknown;
}

interface Output {
  /** Member of the answer, or of a row of a paged answer; a dot leads into an object. */
  readonly path: string;
  readonly type: ValueType;
}

interface ManifestOperation {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly description: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The price of an answer with status 200. */
  readonly credits: number;
  /** Status of an answer without a match, which is free; null if the call has no such status. */
  readonly miss_status: 404 | null;
  /** The path that answers many bodies in one call; null if there is none. */
  readonly bulk_path: string | null;
  /** The way to the next rows; null if the answer is not paged. */
  readonly paging: { readonly by: 'cursor' | 'page'; readonly rows: 'results' } | null;
  readonly inputs: readonly Input[];
  /** Inputs of which a call needs exactly one; empty if it has no such rule. */
  readonly one_of: readonly string[];
  readonly outputs: readonly Output[];
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly anyOf?: readonly Schema[];
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

/** Words of member names with an irregular spelling. */
const WORDS: Readonly<Record<string, string>> = { url: 'URL', id: 'ID', hq: 'HQ' };

/** Maximum depth to which objects of answers are listed. */
const DEPTH_MAX = 2;

/** The manifest as a JSON value. */
export function providerManifest() {
  return {
    manifest_version: 1,
    provider: {
      id: 'cardfile',
      name: 'Cardfile',
      description: 'Look-ups of companies, people and job openings on your own server',
    },
    connection: {
      base_url: { title: 'Address of the server', default: 'http://127.0.0.1:8080' },
      key: { title: 'API key', header: 'x-api-key' },
      check: { method: ENDPOINTS['key-info'].method, path: ENDPOINTS['key-info'].path },
    },
    calls: {
      charged_status: 200,
      idempotency_header: 'Idempotency-Key',
      bulk: { items: 'items', items_max: LIMITS.bulkItemsMax, results: 'results', body: 'body', error: 'error' },
      retry: { status: [429, 503], after_header: 'Retry-After' },
      error: { message: ['error', 'message'], details: ['error', 'details'] },
    },
    operations: OPERATIONS.filter((name) => ENDPOINTS[name].itemsOf === null).map(manifestOperation),
  };
}

function manifestOperation(name: Operation): ManifestOperation {
  const { tag, summary, description, method, path, credits, errors, body, answer }: Endpoint = ENDPOINTS[name];
  const bulk = OPERATIONS.find((other) => ENDPOINTS[other].itemsOf === name);
  const by = body?.properties['cursor'] ? 'cursor' : body?.properties['page'] ? 'page' : null;
  const rows = (answer.properties['results'] as Schema | undefined)?.items;
  return {
    id: name,
    group: tag,
    title: summary,
    description,
    method,
    path,
    credits,
    miss_status: errors.includes('NOT_FOUND') ? 404 : null,
    bulk_path: bulk === undefined ? null : ENDPOINTS[bulk].path,
    paging: by === null ? null : { by, rows: 'results' },
    inputs: body === null ? [] : inputsOf(body),
    one_of: exactlyOneOf(body),
    outputs: outputsOf((by === null ? undefined : rows) ?? (answer as Schema)),
  };
}

function inputsOf(body: TObject): Input[] {
  const { properties = {}, required = [] } = body as Schema;
  return Object.entries(properties).map(([name, schema]) => {
    const values = schema.enum?.filter((value) => value !== null);
    return {
      name,
      title: titleOf(name),
      type: typeOf(schema),
      required: required.includes(name),
      description: schema.description ?? '',
      ...(values === undefined ? {} : { values }),
      ...(schema.default === undefined ? {} : { default: schema.default }),
    };
  });
}

function outputsOf({ properties = {} }: Schema, parent = '', depth = 1): Output[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${parent}${name}`;
    const type = typeOf(schema);
    const members = type === 'object' && depth < DEPTH_MAX ? outputsOf(objectOf(schema), `${path}.`, depth + 1) : [];
    return members.length > 0 ? members : [{ path, type }];
  });
}

/** The object of a schema that may also be null. */
const objectOf = (schema: Schema): Schema => schema.anyOf?.find(({ type }) => type === 'object') ?? schema;

/** The type of a value that is not null. */
function typeOf(schema: Schema): ValueType {
  const types = [schema, ...(schema.anyOf ?? [])].flatMap(({ type }) => type ?? []);
  const type = types.find((each) => each !== 'null') as ValueType | undefined;
  if (type === undefined) throw new Error(`a member needs a type: ${JSON.stringify(schema)}`);
  return type;
}

const titleOf = (name: string): string =>
  name
    .split('_')
    .map((word) => WORDS[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
