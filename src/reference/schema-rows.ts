// JSON Schema -> rows of a table: each field with its type, limits and meaning. Named schemas become links instead of
// being repeated.
import * as answers from '../contract/schemas/answers.ts';
import { type Json, namedSchemas } from '../http/openapi/schemas.ts';
import { code, codes, headingLink } from './markdown.ts';

/** One field of an object, nested ones by their path: `results[].person`. */
export interface FieldRow {
  readonly path: string;
  readonly required: boolean;
  /** Markdown. */
  readonly type: string;
  /** Markdown: limits and default; empty where there are none. */
  readonly limits: string;
  /** Markdown: the closed list of values; empty where there is none. */
  readonly values: string;
  readonly meaning: string;
}

const SCHEMAS = namedSchemas();

/** Where the page of a named schema is, by its name. */
const FILTER_HEADINGS: Readonly<Record<string, string>> = {
  CompanyFilter: 'Company filters',
  PeopleFilter: 'People filters',
  JobFilter: 'Job filters',
};

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function schemaLink(reference: string): string {
  const name = nameIn(reference);
  const heading = FILTER_HEADINGS[name];
  if (name in answers) return code(name);
  if (name === 'PersonKeys') return '[keys of a person](match-person.md#request)';
  return heading === undefined ? headingLink(name, 'records.md') : headingLink(heading, 'filters.md');
}

function objectType(schema: Json): string {
  const names = Object.keys((schema['properties'] ?? {}) as Json);
  return names.length > 0 && names.length <= 3 ? code(`{${names.join(', ')}}`) : 'object';
}

function typeOf(schema: Json): string {
  if (typeof schema['$ref'] === 'string') return schemaLink(schema['$ref']);
  if (Array.isArray(schema['anyOf'])) return (schema['anyOf'] as Json[]).map(typeOf).join(' or ');
  const types = [schema['type']].flat() as string[];
  return types
    .map((type) => {
      if (type === 'array') return `array of ${typeOf(schema['items'] as Json)}`;
      return type === 'object' ? objectType(schema) : type;
    })
    .join(' or ');
}

function range(schema: Json): string[] {
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  if (maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER) return [`${minimum ?? 0} to ${maximum}`];
  return minimum === undefined ? [] : [`at least ${minimum}`];
}

function limitsOf(schema: Json): string {
  const { minLength, maxLength, minItems, maxItems } = schema as Record<string, number | undefined>;
  const entryLength = (schema['items'] as { maxLength?: number } | undefined)?.maxLength;
  return [
    ...range(schema),
    ...(minLength === undefined ? [] : ['not empty']),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(minItems === undefined ? [] : [`at least ${minItems} entry`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems} entries`]),
    ...(entryLength === undefined ? [] : [`each at most ${entryLength} characters`]),
    ...('default' in schema ? [`default ${code(String(schema['default']))}`] : []),
  ].join('; ');
}

function valuesOf(schema: Json): string {
  const values = (schema['enum'] as (string | null)[] | undefined)?.filter((value) => value !== null);
  return values === undefined ? '' : `one of ${codes(values)}`;
}

function meaningOf(schema: Json): string {
  const { description, items } = schema as { description?: string; items?: Json };
  const reference = schema['$ref'];
  const named = typeof reference === 'string' ? (SCHEMAS[nameIn(reference)] as Json) : undefined;
  return String(description ?? named?.['description'] ?? items?.['description'] ?? '');
}

/** The object whose fields are listed below a field, and how their paths begin. */
function nested(schema: Json, path: string): { schema: Json; prefix: string } | null {
  if (schema['properties'] !== undefined) return { schema, prefix: `${path}.` };
  const entries = schema['items'] as Json | undefined;
  return entries?.['properties'] === undefined ? null : { schema: entries, prefix: `${path}[].` };
}

/** The fields of an object schema in the order of the schema, each followed by those nested in it. */
export function fieldRows(schema: Json, prefix = ''): FieldRow[] {
  const required = new Set(schema['required'] as string[] | undefined);
  return Object.entries((schema['properties'] ?? {}) as Record<string, Json>).flatMap(([name, property]) => {
    const path = prefix + name;
    const row: FieldRow = {
      path,
      required: required.has(name),
      type: typeOf(property),
      limits: limitsOf(property),
      values: valuesOf(property),
      meaning: meaningOf(property),
    };
    const inner = nested(property, path);
    return inner === null ? [row] : [row, ...fieldRows(inner.schema, inner.prefix)];
  });
}
