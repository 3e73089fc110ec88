// The contract in the form that the client generators need: named types as JSON Schema, and one entry for each
// operation.
import type { Endpoint } from '../../src/contract/endpoints/endpoint.ts';
import { ENDPOINTS, OPERATIONS, type Operation } from '../../src/contract/endpoints/endpoints.ts';
import { priceText } from '../../src/contract/endpoints/prices.ts';
import { LISTS } from '../../src/contract/vocabularies/values.ts';
import { ENDPOINT_NOTES } from '../../src/http/openapi/endpoint-notes.ts';
import { type Json, namedSchemas, schemaReference } from '../../src/http/openapi/schemas.ts';

/** How the rows of an answer continue: by the cursor of the answer, by page number, or not at all. */
export type Paging = 'cursor' | 'page' | null;

export interface OperationModel {
  /** In camel case, as in the OpenAPI document. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Paragraphs for the documentation of the method. */
  readonly description: readonly string[];
  /** Type of the body; null if there is no body. */
  readonly bodyType: string | null;
  readonly answerType: string;
  readonly paging: Paging;
  /** Type of one row of a paged answer; null if the answer is not paged. */
  readonly rowType: string | null;
}

export interface ContractModel {
  /** JSON Schemas by name, sorted; they refer to each other as `#/components/schemas/NAME`. */
  readonly types: ReadonlyMap<string, Json>;
  readonly operations: readonly OperationModel[];
}

const REFERENCE = '#/components/schemas/';

/** The closed lists that are separate types, by their values. */
const LIST_TYPES = new Map(
  Object.entries({
    JobLevel: LISTS.job_level,
    JobFunction: LISTS.job_function,
    CompanyType: LISTS.company_type,
    Continent: LISTS.continent,
    SalesRegion: LISTS.sales_region,
    SizeLabel: LISTS.employee_range,
  }).map(([name, values]) => [JSON.stringify(values), { name, values }] as const),
);

/** The model of the endpoint table. */
export function contractModel(): ContractModel {
  const types = new Map<string, Json>();
  for (const { name, values } of LIST_TYPES.values()) types.set(name, { type: 'string', enum: values });
  for (const [name, schema] of Object.entries(namedSchemas())) types.set(name, withLists(schema) as Json);
  const operations = OPERATIONS.map((operation) => modelOf(operation, types));
  return { types: new Map([...types].sort(([a], [b]) => (a < b ? -1 : 1))), operations };
}

/** Adds the types of the body and the answer, unless they already have a name. */
function modelOf(operation: Operation, types: Map<string, Json>): OperationModel {
  const endpoint: Endpoint = ENDPOINTS[operation];
  const { method, path, body } = endpoint;
  const name = operation.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const typeName = name.charAt(0).toUpperCase() + name.slice(1);
  const bodyType = body === null ? null : `${typeName}Body`;
  if (body !== null) types.set(`${typeName}Body`, withLists(schemaReference(body)) as Json);
  const answer = withLists(schemaReference(endpoint.answer)) as Json;
  const answerType = referredType(answer) ?? `${typeName}Answer`;
  if (referredType(answer) === null) types.set(answerType, answer);
  const description = [endpoint.description, ...(ENDPOINT_NOTES[operation] ?? []), costOf(endpoint)];
  return { name, method, path, description, bodyType, answerType, ...pagingOf(endpoint) };
}

function costOf({ credits, itemsOf }: Endpoint): string {
  if (credits === 0) return 'Free.';
  return `Costs ${priceText(credits)} for each ${itemsOf === null ? 'answer' : 'item'} with status 200.`;
}

function pagingOf({ body, answer }: Endpoint): Pick<OperationModel, 'paging' | 'rowType'> {
  const paging = body?.properties['cursor'] ? 'cursor' : body?.properties['page'] ? 'page' : null;
  if (paging === null) return { paging, rowType: null };
  const { items } = schemaReference(answer.properties['results'] ?? {}) as { readonly items?: Json };
  const rowType = items === undefined ? null : referredType(items);
  if (rowType === null) throw new Error('the rows of a paged answer need a named type');
  return { paging, rowType };
}

/** The name of the type that a schema refers to; null if the schema is not a reference. */
export function referredType(schema: Json): string | null {
  const { $ref } = schema as { readonly $ref?: string };
  return $ref?.startsWith(REFERENCE) ? $ref.slice(REFERENCE.length) : null;
}

/** The same schema with references to the types of closed lists. */
function withLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLists);
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as Json;
  const values = (schema['enum'] ?? schema['examples'] ?? []) as readonly unknown[];
  const list = LIST_TYPES.get(JSON.stringify(values.filter((each) => each !== null)));
  if (list !== undefined) {
    const reference = { $ref: `${REFERENCE}${list.name}` };
    const { description } = schema;
    return values.includes(null)
      ? { description, anyOf: [reference, { type: 'null' }] }
      : { description, ...reference };
  }
  return Object.fromEntries(Object.entries(schema).map(([member, inner]) => [member, withLists(inner)]));
}
