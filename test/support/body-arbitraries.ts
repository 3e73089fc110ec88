// Generated request bodies: valid ones from the schemas of the contract, the same with one place corrupted, strange
// strings in every field, and bytes that are no body.
import fc from 'fast-check';
import { ENDPOINTS, type Operation } from '../../src/contract/endpoints/endpoints.ts';
import { LISTS } from '../../src/contract/vocabularies/values.ts';

/** The keywords of JSON Schema in the bodies of the contract. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly exactlyOneOf?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly examples?: readonly string[];
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Strings for a field, by its name. */
export type Dictionary = Readonly<Record<string, readonly string[]>>;

const LISTS_BY_FIELD: Dictionary = {
  country_code: LISTS.country,
  industry: LISTS.industry,
  location: ['WORLD', ...LISTS.country, ...LISTS.continent, ...LISTS.sales_region],
};

/** Any text for a field, mostly strange. */
const strangeText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '__proto__',
    'constructor',
    '*',
    '%',
    '[',
    ']',
    '[]',
    '[CEO]',
    "' OR 1=1 --",
    '"; DROP TABLE person; --',
    '../../etc/passwd',
    '{{7*7}}',
    'ﬁ',
    'İ',
    'ß',
    'c++',
    '.net',
    '-',
    '1e309',
    'null',
    '/company/',
    'https://[::1]/company/acme',
    'x'.repeat(199),
    'é'.repeat(201),
    '𝔘'.repeat(200),
  ),
);
const strangeValue: fc.Arbitrary<Json> = fc.oneof(
  strangeText,
  fc.constantFrom<Json>(
    null,
    true,
    false,
    0,
    -1,
    0.5,
    1e21,
    -1e-7,
    2 ** 53,
    [],
    {},
    [[]],
    [null],
    { include: [] },
    { min: 5, max: 1 },
  ),
  fc.integer(),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
);

/** Valid bodies of an operation, with strings of the dictionary for fields that it lists. */
function validBody(operation: Operation, dictionary: Dictionary): fc.Arbitrary<Json> {
  const { body } = ENDPOINTS[operation];
  return body === null ? fc.constant({}) : fitting(body as unknown as Schema, '', { ...LISTS_BY_FIELD, ...dictionary });
}

function fitting(schema: Schema, field: string, dictionary: Dictionary): fc.Arbitrary<Json> {
  // A cursor matches one query only, so most bodies have none.
  if (field === 'cursor')
    return fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, textOf(schema, field, dictionary));
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => fitting(each, field, dictionary)));
  const [type] = [schema.type].flat();
  switch (type) {
    case 'object':
      return objectOf(schema, field, dictionary);
    case 'array': {
      const { items = {}, minItems = 1, maxItems = 3 } = schema;
      return fc.array(fitting(items, field, dictionary), {
        minLength: minItems,
        maxLength: Math.min(maxItems, minItems + 2),
      });
    }
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 20_000, 20_000) });
    case 'boolean':
      return fc.boolean();
    default:
      return textOf(schema, field, dictionary);
  }
}

function textOf(schema: Schema, field: string, dictionary: Dictionary): fc.Arbitrary<string> {
  return fc.constantFrom(...(schema.enum ?? schema.examples ?? dictionary[field] ?? dictionary['words'] ?? ['x']));
}

/** `include` and `exclude` contain values of their field. */
function objectOf(
  { properties = {}, required = [], exactlyOneOf: ways = [] }: Schema,
  field: string,
  dictionary: Dictionary,
): fc.Arbitrary<Json> {
  const names = Object.keys(properties);
  const fieldOf = (name: string) => (name === 'include' || name === 'exclude' ? field : name);
  const members = Object.fromEntries(
    names.map((name) => [name, fitting(properties[name] ?? {}, fieldOf(name), dictionary)]),
  );
  // A body with every filter finds nothing, so it has one to three optional members.
  const optional = names.filter((name) => !required.includes(name) && !ways.includes(name));
  const given = fc.subarray(optional, {
    minLength: Math.min(1, optional.length),
    maxLength: Math.min(3, optional.length),
  });
  const way = ways.length === 0 ? fc.constant([]) : fc.constantFrom(...ways).map((name) => [name]);
  return fc
    .tuple(fc.record(members), given, way)
    .map(([all, chosen, named]) =>
      Object.fromEntries([...required, ...named, ...chosen].map((name) => [name, all[name] ?? null])),
    );
}

/** Every place of a value, as a function that writes another value there. */
function placesOf(
  value: Json,
  write: (replacement: Json | undefined) => void,
): ((replacement: Json | undefined) => void)[] {
  if (typeof value !== 'object' || value === null) return [write];
  const own = Object.keys(value).flatMap((key) => {
    const members = value as { [key: string]: Json };
    return placesOf(members[key] ?? null, (replacement) => {
      if (replacement === undefined) delete members[key];
      else members[key] = replacement;
    });
  });
  return [write, ...own];
}

/** The body with one place replaced, removed, or next to an unknown key. */
function spoilt(body: Json, at: number, replacement: Json | undefined): Json {
  const root = { body: structuredClone(body) };
  const places = placesOf(root.body, (value) => {
    root.body = value ?? null;
  });
  places[at % places.length]?.(replacement);
  return root.body;
}

function withStrings(value: Json, strings: readonly string[]): Json {
  let next = 0;
  const replace = (each: Json): Json => {
    if (typeof each === 'string') return strings[next++ % strings.length] ?? '';
    if (Array.isArray(each)) return each.map(replace);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, member]) => [key, replace(member)]));
  };
  return replace(value);
}

/** Bodies of an operation: valid ones, the same with one place corrupted or with strange strings, and random JSON. */
export function bodies(operation: Operation, dictionary: Dictionary): fc.Arbitrary<Json> {
  const valid = validBody(operation, dictionary);
  const mutated = fc.tuple(valid, fc.nat({ max: 40 }), fc.option(strangeValue, { nil: undefined, freq: 4 }));
  const strange = fc.tuple(valid, fc.array(strangeText, { minLength: 1, maxLength: 4 }));
  return fc.oneof(
    { weight: 4, arbitrary: valid },
    { weight: 4, arbitrary: mutated.map(([body, at, replacement]) => spoilt(body, at, replacement)) },
    { weight: 2, arbitrary: strange.map(([body, strings]) => withStrings(body, strings)) },
    { weight: 1, arbitrary: strangeValue },
  );
}

/**
 * Payloads for an operation: mostly valid bodies, then corrupted ones, random JSON, and text or bytes that are no
 * JSON.
 */
export function payloads(operation: Operation, dictionary: Dictionary): fc.Arbitrary<string | Buffer> {
  const valid = validBody(operation, dictionary);
  const text = (bodies: fc.Arbitrary<Json>) => bodies.map((body) => JSON.stringify(body));
  const mutated = fc.tuple(valid, fc.nat({ max: 40 }), fc.option(strangeValue, { nil: undefined, freq: 4 }));
  const cut = fc.tuple(
    text(valid),
    fc.nat({ max: 300 }),
    fc.constantFrom('', '"', '}', ',', '\\', '\u0000', '\\ud800', '[', '1e999'),
  );
  return fc.oneof(
    { weight: 12, arbitrary: text(valid) },
    { weight: 12, arbitrary: text(mutated.map(([body, at, replacement]) => spoilt(body, at, replacement))) },
    {
      weight: 6,
      arbitrary: text(
        fc
          .tuple(valid, fc.array(strangeText, { minLength: 1, maxLength: 4 }))
          .map(([body, strings]) => withStrings(body, strings)),
      ),
    },
    { weight: 2, arbitrary: text(strangeValue) },
    {
      weight: 2,
      arbitrary: cut.map(
        ([body, at, piece]) =>
          `${body.slice(0, at % (body.length + 1))}${piece}${body.slice((at % (body.length + 1)) + 1)}`,
      ),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
  );
}
