import { expect, test } from 'vitest';
import openApi from '../../../docs/reference/openapi.json' with { type: 'json' };
import { ENDPOINTS, OPERATIONS } from '../../../src/contract/endpoints/endpoints.ts';
import {
  bodySchema,
  isShowable,
  type Json,
  type OpenApi,
  type Schema,
  shapeFor,
  typeOf,
  withMember,
} from './body-schema.ts';

const document = openApi as unknown as OpenApi;

/** Every place of a value that the form shows, with its type in the form. */
function shownPlaces(schema: Schema, value: Json | undefined, path = ''): string[] {
  const shape = shapeFor(schema, value, document);
  expect(isShowable(shape, value), path).toBe(true);
  const type = typeOf(shape);
  if (type === 'object') {
    const object = (value ?? {}) as Record<string, Json>;
    expect(Object.keys(object).filter((name) => !(name in (shape.properties ?? {})))).toEqual([]);
    return Object.entries(shape.properties ?? {}).flatMap(([name, inner]) =>
      shownPlaces(inner, object[name], `${path}.${name}`),
    );
  }
  if (type !== 'array') return [`${path} ${type}`];
  const items = (value ?? []) as readonly Json[];
  return [`${path} array`, ...items.flatMap((item, at) => shownPlaces(shape.items ?? {}, item, `${path}[${at}]`))];
}

test.each(OPERATIONS.filter((operation) => ENDPOINTS[operation].body !== null))(
  'the form shows the example of %s',
  (operation) => {
    const { path, example } = ENDPOINTS[operation];
    const schema = bodySchema(document, path);
    expect(schema).not.toBeNull();
    expect(shownPlaces(schema as Schema, example as Json).length).toBeGreaterThan(0);
  },
);

test('shows the alternative that matches the value', () => {
  const schema = bodySchema(document, '/v2/search/people') as Schema;
  const level = (value: Json | undefined) => {
    const people = shapeFor(shapeFor(schema, {}, document).properties?.['people'] ?? {}, {}, document);
    return typeOf(shapeFor(people.properties?.['job_level'] ?? {}, value, document));
  };
  expect([level(undefined), level(['VP']), level({ include: ['VP'] })]).toEqual(['array', 'array', 'object']);
});

test('requires a member if all alternatives require it', () => {
  const members = (path: string) => shapeFor(bodySchema(document, path) as Schema, {}, document);
  const { properties, required } = members('/v2/search/people');
  expect(required ?? []).toEqual([]);
  expect(shapeFor(properties?.['company'] ?? {}, {}, document).required ?? []).toEqual([]);
  expect(members('/v2/enrichment/email-to-person').required).toEqual(['email']);
});

test('omits empty members, and keeps the order of the others', () => {
  expect(withMember({ a: 1, b: 2 }, 'a', 3)).toEqual({ a: 3, b: 2 });
  expect(Object.keys(withMember({ a: 1, b: 2 }, 'a', 3))).toEqual(['a', 'b']);
  expect(withMember({ a: 1 }, 'a', '')).toEqual({});
  expect(withMember({ a: 1 }, 'b', [])).toEqual({ a: 1 });
  expect(withMember({ a: 1 }, 'b', false)).toEqual({ a: 1, b: false });
});
