// Properties of the OpenAPI document that generators of typed clients need.
import { expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';
import type { Json } from './schemas.ts';

const document = openApiDocument({ version: '1.2.3' });

interface Place {
  readonly at: string;
  readonly schema: Json;
}

/** Every JSON object in a value, except examples and the conditions of rules, of which no types are made. */
function* placesIn(value: unknown, at = ''): Generator<Place> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { at, schema: value as Json };
  for (const [name, member] of Object.entries(value)) {
    const isSchema = !['example', 'examples', 'if', 'then'].includes(name);
    if (isSchema) yield* placesIn(member, `${at}/${name}`);
  }
}

const places = [...placesIn(document)];
/** Without those of webhooks, of which clients make no types. */
const ofCalls = places.filter(({ at }) => !at.startsWith('/webhooks/'));

const hasMembers = ({ schema }: Place) => 'type' in schema && typeof schema['properties'] === 'object';
const isList = ({ schema }: Place) => Array.isArray(schema['enum']) && schema['enum'].length > 1;

it('gives the values of a list distinct identifiers', () => {
  const lists = places.filter(isList);
  expect(lists.length).toBeGreaterThan(20);
  for (const { at, schema } of lists) {
    const values = schema['enum'] as readonly string[];
    const names = (schema['x-enum-varnames'] ?? values) as readonly string[];
    expect(names, at).toHaveLength(values.length);
    const identifiers = names.map((name) => name.replace(/[\W_]/g, '').toUpperCase());
    expect(
      identifiers.filter((each, index) => identifiers.indexOf(each) !== index),
      at,
    ).toEqual([]);
  }
});

it('has no alternatives next to the members of an object, which would be a union of types without members', () => {
  const objects = places.filter(hasMembers);
  expect(objects.length).toBeGreaterThan(100);
  const mixed = objects.filter(({ schema }) => ['anyOf', 'oneOf', 'allOf'].some((keyword) => keyword in schema));
  expect(mixed.map(({ at }) => at)).toEqual([]);
});

it('requires only members that the object has', () => {
  for (const { at, schema } of places.filter(hasMembers))
    expect(Object.keys(schema['properties'] as Json), at).toEqual(
      expect.arrayContaining((schema['required'] ?? []) as string[]),
    );
});

it('names each object and each list of values that occurs in several places', () => {
  const byText = Map.groupBy(
    ofCalls.filter((place) => hasMembers(place) || isList(place)),
    ({ schema: { description: _, ...schema } }) => JSON.stringify(schema),
  );
  const repeated = [...byText.values()].filter((same) => same.length > 1);
  expect(repeated.map((same) => same.map(({ at }) => at))).toEqual([]);
});

it('refers to an object or a list of values that may be null, instead of writing null into it', () => {
  const nullable = ofCalls.filter(
    (place) => (hasMembers(place) || isList(place)) && Array.isArray(place.schema['type']),
  );
  expect(nullable.map(({ at }) => at)).toEqual([]);
});

it('has no constants of types other than text, of which OpenAPI Generator makes Java code with a string', () => {
  const constants = places.filter(({ schema }) => 'const' in schema && 'type' in schema);
  expect(constants.filter(({ schema }) => typeof schema['const'] !== 'string').map(({ at }) => at)).toEqual([]);
  const lists = places.filter(({ schema: { enum: values } }) => Array.isArray(values));
  const others = lists.filter(({ schema }) =>
    (schema['enum'] as unknown[]).some((value) => typeof value === 'boolean'),
  );
  expect(others.map(({ at }) => at)).toEqual([]);
});

it('names bodies and answers', () => {
  const bodies = ofCalls.filter(({ at }) => at.startsWith('/paths/') && at.endsWith('/application/json/schema'));
  expect(bodies.length).toBeGreaterThan(60);
  expect(bodies.filter(({ schema }) => !('$ref' in schema)).map(({ at }) => at)).toEqual([]);
});

it('refers from webhooks only to components that calls need, too', () => {
  const referred = (value: unknown): string[] =>
    [...placesIn(value)].flatMap(({ schema }) => (typeof schema['$ref'] === 'string' ? [schema['$ref']] : []));
  const { schemas } = document['components'] as { readonly schemas: Readonly<Record<string, Json>> };
  const reached = new Set<string>();
  const reach = (value: unknown): void => {
    for (const reference of referred(value))
      if (!reached.has(reference)) {
        reached.add(reference);
        reach(schemas[reference.split('/').at(-1) ?? '']);
      }
  };
  reach(document['paths']);
  expect(referred(document['webhooks']).filter((reference) => !reached.has(reference))).toEqual([]);
});
