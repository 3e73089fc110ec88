// Schemas of tool arguments: the schemas of the call bodies, shortened because a model reads them with every task. The
// call itself checks its body against the full schema.

import type { Endpoint } from '../contract/endpoints/endpoint.ts';
import { FILTERS, type Filter, type FilterScope } from '../contract/fields.ts';
import { filterProperties } from '../contract/schemas/filter-schema.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Members that a model does not need: the call answers with the limit and the remedy. */
const LEFT_OUT = new Set(['maxLength', 'minLength', 'maxItems', 'minItems', 'additionalProperties', 'default']);

/** The properties of a body by name, without aliases. A property with alternatives has the first one only. */
export function argumentsOf({ body }: Endpoint): Record<string, Json> {
  const properties = (body?.properties ?? {}) as Record<string, Json>;
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, isScope(name) ? filters(name) : shortened(schema)]),
  );
}

function isScope(name: string): name is FilterScope {
  return name in FILTERS;
}

/** The filters of a scope without aliases. */
function filters(scope: FilterScope): Json {
  const schemas = filterProperties(scope) as unknown as Record<string, Json>;
  const named = FILTERS[scope].filter(({ aliasOf }: Filter) => aliasOf === undefined);
  return {
    type: 'object',
    properties: Object.fromEntries(named.map(({ name }) => [name, shortened(schemas[name] ?? {})])),
  };
}

/** Keeps the first of several alternatives, and of a nullable type the type without null. */
function shortened(schema: Json): Json {
  const { anyOf, ...rest } = schema as Json & { readonly anyOf?: readonly Json[] };
  const merged: Json = anyOf?.[0] ? { ...rest, ...anyOf[0] } : rest;
  const entries = Object.entries(merged).filter(([name]) => !LEFT_OUT.has(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, shortenedMember(name, value)]));
}

function shortenedMember(name: string, value: unknown): unknown {
  if (name === 'type' && Array.isArray(value)) return value.find((type) => type !== 'null');
  if (name === 'items') return shortened(value as Json);
  // A list of examples is a closed list.
  if (name !== 'properties') return value;
  const members = Object.entries(value as Record<string, Json>);
  return Object.fromEntries(members.map(([member, inner]) => [member, shortened(inner)]));
}
