// Compiles the JSON Schemas of request bodies to functions, with ajv.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type Json = Record<string, unknown>;

// No coercion, removal or defaults: the body is validated as sent. The code optimizer of ajv is off: it takes most of
// the compile time and does not make the code faster. A test validates the schemas, so they are not validated at each
// start.
const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  strict: false,
  // JSON may hold a number such as 1e400, which is read as Infinity: no schema accepts it.
  strictNumbers: true,
  validateSchema: false,
  meta: false,
  inlineRefs: false,
  code: { optimize: false },
});

/**
 * Compiles a schema to a function, which leaves the errors in its property `errors`. Bodies share most of their members
 * (a search and its count have the same filters), so each different member is compiled once: this takes a fifth of the
 * time and of the code.
 */
export function compileSchema(schema: unknown): ValidateFunction {
  return ajv.compile(membersShared(decidedByType(schema) as Json));
}

/**
 * Rewrites a choice between shapes of different JSON types as if/then/else on the type, so that only the faults of the
 * intended shape are reported: `anyOf` would report those of every shape.
 */
function decidedByType(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(decidedByType);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = schema as Json & { anyOf?: Json[] };
  const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, decidedByType(value)]));
  const [first, second] = anyOf ?? [];
  if (!first || !second) return plain;
  return {
    ...plain,
    type: [first['type'], second['type']],
    if: { type: second['type'] },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: withoutType(second),
    else: withoutType(first),
  };
}

/**
 * One shape of a choice without its type keyword: the type is already checked, and a wrong type is reported only once.
 */
function withoutType({ type, ...keywords }: Json): unknown {
  return decidedByType(keywords);
}

/** Names under which ajv knows the schemas of members, by the JSON text of the schema. */
const namesOfMembers = new Map<string, string>();

/** Keywords whose value is a schema. */
const SCHEMA_KEYWORDS: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'if', 'then', 'else']);

/** Keywords for human readers: schemas that differ only in these are the same. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples']);

/** The schema without annotations, with the schema of each member replaced by a reference. */
function membersShared(schema: Json): Json {
  const shared: Json = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (ANNOTATIONS.has(keyword)) continue;
    if (keyword === 'properties') {
      const members = Object.entries(value as Record<string, Json>);
      shared[keyword] = Object.fromEntries(members.map(([name, member]) => [name, referenceTo(member)]));
    } else if (SCHEMA_KEYWORDS.has(keyword) && typeof value === 'object')
      shared[keyword] = membersShared(value as Json);
    else shared[keyword] = value;
  }
  return shared;
}

function referenceTo(schema: Json): Json {
  const shared = membersShared(schema);
  const text = JSON.stringify(shared);
  let name = namesOfMembers.get(text);
  if (name === undefined) {
    name = `member-${namesOfMembers.size + 1}`;
    namesOfMembers.set(text, name);
    ajv.addSchema(shared, name);
  }
  return { $ref: name };
}
