import { expect, test } from 'vitest';
import openApi from '../../../docs/reference/openapi.json' with { type: 'json' };
import { ENDPOINTS, OPERATIONS } from '../../../src/contract/endpoints/endpoints.ts';
import { bodySchema, type Json, type OpenApi, type Schema, shapeFor, typeOf } from './body-schema.ts';
import { completionsAt } from './json-completion.ts';

const document = openApi as unknown as OpenApi;
const schemaOf = (path: string) => bodySchema(document, path) as Schema;
const SEARCH = { schema: schemaOf('/v2/search/people'), document };

/** The labels of the completions at the caret, which `|` marks. */
function labels(marked: string, scope = SEARCH): readonly string[] {
  return completionsAt(marked.replace('|', ''), marked.indexOf('|'), scope).options.map(({ label }) => label);
}

/** The text, with the caret, after the option with this label was inserted. */
function taken(marked: string, label: string, scope = SEARCH): string {
  const text = marked.replace('|', '');
  const { from, to, options } = completionsAt(text, marked.indexOf('|'), scope);
  const option = options.find((each) => each.label === label);
  if (!option) throw new Error(`${label} is not among ${options.map((each) => each.label).join(', ')}`);
  const { insert, caret } = option;
  return `${text.slice(0, from)}${insert.slice(0, caret)}|${insert.slice(caret)}${text.slice(to)}`;
}

test('offers the members that the object lacks before and after the caret', () => {
  expect(labels('{|}')).toEqual(expect.arrayContaining(['company', 'people', 'max_results', 'facets']));
  const offered = labels('{"company": {}, |, "facets": []}');
  expect(offered).toContain('people');
  expect(offered).not.toContain('company');
  expect(offered).not.toContain('facets');
  expect(labels('{"people": {"job_le|"}}')).toEqual(['job_level']);
  expect(labels('{"people": {job_le|}}')).toEqual(['job_level']);
});

test('offers allowed values, in lists and as members', () => {
  expect(labels('{"people": {"job_level": ["V|"]}}')[0]).toBe('VP');
  expect(labels('{"people": {"job_level": [|')).toContain('C-Team');
  expect(labels('{"include_total": |}')).toEqual(['true', 'false']);
  expect(labels('{"facets": ["people.job_level", "people.|"]}')).toContain('people.country_code');
  const region = { schema: schemaOf('/v2/utils/current-date'), document };
  expect(labels('{"region": "Asia/To|"}', region)).toContain('Asia/Tokyo');
});

test('offers nothing where the schema lists nothing', () => {
  for (const text of [
    '|',
    '{"company"|',
    '{"company" |',
    '{"nothing": {|}}',
    '{"max_results": |}',
    '{} |',
    '{"people": "a" |',
  ])
    expect(
      labels(text).filter((label) => text !== '{"people": "a" |' || label === 'people'),
      text,
    ).toEqual([]);
});

test('inserts members with an empty value, quotes and missing commas, and the caret inside', () => {
  expect(taken('{pe|}', 'people')).toBe('{"people": {|}}');
  expect(taken('{"people": {"job_le|"}}', 'job_level')).toBe('{"people": {"job_level": [|]}}');
  expect(taken('{"people": {} |}', 'max_results')).toBe('{"people": {} , "max_results": |}');
  expect(taken('{| "people": {}}', 'company')).toBe('{"company": {|}, "people": {}}');
  expect(taken('{"people": {"job_level": [V|]}}', 'VP')).toBe('{"people": {"job_level": ["VP"|]}}');
  expect(taken('{"people": {"job_level": ["VP", "Dir|"]}}', 'Director')).toBe(
    '{"people": {"job_level": ["VP", "Director"|]}}',
  );
});

/** Types the JSON text of a value, using completion wherever the schema lists values or members. */
function typedByCompletion(value: Json, schema: Schema, before: string, scope: typeof SEARCH): void {
  const shape = shapeFor(schema, value, document);
  if (typeof value !== 'object' || value === null) {
    if (shape.enum) expect(labels(`${before}|`, scope), before).toContain(String(value));
    return;
  }
  if (Array.isArray(value)) {
    for (const entry of value.slice(0, 3)) typedByCompletion(entry, shape.items ?? {}, `${before}[`, scope);
    return;
  }
  expect(typeOf(shape)).toBe('object');
  for (const [name, member] of Object.entries(value)) {
    expect(labels(`${before}{|`, scope), before).toContain(name);
    typedByCompletion(member as Json, shape.properties?.[name] ?? {}, `${before}{${JSON.stringify(name)}: `, scope);
  }
}

test.each(OPERATIONS.filter((operation) => ENDPOINTS[operation].body !== null))(
  'offers every member and closed value of the example of %s',
  (operation) => {
    const { path, example } = ENDPOINTS[operation];
    typedByCompletion(example as Json, schemaOf(path), '', { schema: schemaOf(path), document });
  },
);

test('answers at every caret of any prefix', () => {
  const text = JSON.stringify({ people: { job_level: ['VP'], location: { a: [1, true, null] } }, x: '"\\' }, null, 1);
  for (let end = 0; end <= text.length; end += 1)
    for (let caret = 0; caret <= end; caret += 1) completionsAt(text.slice(0, end), caret, SEARCH);
});
