// The members of the records that an operation answers, by its schema, and the choice of some of them.
import type { Endpoint } from '../contract/endpoint.ts';
import { ENDPOINTS, type SingleOperation } from '../contract/endpoints.ts';
import type { Json } from './tool-schema.ts';

/** Members of an answer that hold records. */
const RECORD_MEMBERS: readonly string[] = ['results', 'person', 'company'];

const pathsByOperation = new Map<SingleOperation, readonly string[]>();

/** All paths of members in the records of an operation: `location` and `location.city`. Empty if it answers none. */
export function recordPaths(operation: SingleOperation): readonly string[] {
  const known = pathsByOperation.get(operation);
  if (known) return known;
  const endpoint: Endpoint = ENDPOINTS[operation];
  const members = Object.entries(propertiesOf(endpoint.answer as unknown as Json));
  const records = members.filter(([name]) => RECORD_MEMBERS.includes(name)).map(([, schema]) => schema);
  const paths = [...new Set(records.flatMap((schema) => pathsOf((schema['items'] as Json | undefined) ?? schema, '')))];
  pathsByOperation.set(operation, paths);
  return paths;
}

function propertiesOf(schema: Json): Readonly<Record<string, Json>> {
  return (schema['properties'] ?? {}) as Readonly<Record<string, Json>>;
}

function pathsOf(schema: Json, prefix: string): string[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, inner]) => [
    `${prefix}${name}`,
    ...pathsOf(inner, `${prefix}${name}.`),
  ]);
}

/** Whether an answer has records. */
export function hasRecords(answer: Json): boolean {
  return Object.keys(answer).some((name) => RECORD_MEMBERS.includes(name));
}

/** The answer with these members of its records, without those that are null; what surrounds the records stays. */
export function withFields(answer: Json, fields: readonly string[]): Json {
  const members = Object.entries(answer).map(([name, value]): [string, unknown] => {
    if (!RECORD_MEMBERS.includes(name)) return [name, value];
    return [name, Array.isArray(value) ? value.map((record) => chosen(record, fields)) : chosen(value, fields)];
  });
  return Object.fromEntries(members);
}

function chosen(value: unknown, fields: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    const prefix = `${name}.`;
    const below = fields.filter((field) => field.startsWith(prefix)).map((field) => field.slice(prefix.length));
    if (inner === null) continue;
    if (fields.includes(name)) members.push([name, inner]);
    else if (below.length > 0) members.push([name, chosen(inner, below)]);
  }
  return Object.fromEntries(members);
}
