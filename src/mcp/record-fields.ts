// The members of the records in an operation's answer, by its schema, and the selection of some of them. An answer
// without records, such as an e-mail address, is treated as one record.
import type { Endpoint } from '../contract/endpoints/endpoint.ts';
import { ENDPOINTS, type SingleOperation } from '../contract/endpoints/endpoints.ts';
import { isJsonObject } from '../ops/json/json-object.ts';
import type { Json } from './tool-schema.ts';

/** Members of an answer that hold records. */
const RECORD_MEMBERS: readonly string[] = ['results', 'person', 'company'];

const pathsByOperation = new Map<SingleOperation, readonly string[]>();

/** Whether an operation answers records. */
export function answersRecords(operation: SingleOperation): boolean {
  return hasRecords(answerMembers(operation));
}

function answerMembers(operation: SingleOperation): Readonly<Record<string, Json>> {
  const endpoint: Endpoint = ENDPOINTS[operation];
  return propertiesOf(endpoint.answer as unknown as Json);
}

/** All paths of selectable members, such as `location` and `location.city`. */
export function memberPaths(operation: SingleOperation): readonly string[] {
  const known = pathsByOperation.get(operation);
  if (known) return known;
  const members = answerMembers(operation);
  const records = RECORD_MEMBERS.map((name) => members[name]).filter((schema) => schema !== undefined);
  const holders: readonly Json[] = records.length > 0 ? records : [{ properties: members }];
  const rows = holders.map((schema) => (schema['items'] as Json | undefined) ?? schema);
  const paths = [...new Set(rows.flatMap((schema) => pathsOf(schema, '')))];
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

/**
 * Selects these members of the records, without null values; members outside the records are unchanged. An answer
 * without records is treated as one record.
 */
export function withFields(answer: Json, fields: readonly string[]): Json {
  if (!hasRecords(answer)) return chosen(answer, fields) as Json;
  const members = Object.entries(answer).map(([name, value]): [string, unknown] => {
    if (!RECORD_MEMBERS.includes(name)) return [name, value];
    return [name, Array.isArray(value) ? value.map((record) => chosen(record, fields)) : chosen(value, fields)];
  });
  return Object.fromEntries(members);
}

function chosen(value: unknown, fields: readonly string[]): unknown {
  if (!isJsonObject(value)) return value;
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
