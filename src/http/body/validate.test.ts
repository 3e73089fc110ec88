import { expect, it } from 'vitest';
import { ENDPOINTS } from '../../contract/endpoints/endpoints.ts';
import { IngestOptions } from '../../contract/ingest.ts';
import { WatchBody } from '../../contract/resources/watches.ts';
import { WebhookBody, WebhookChange } from '../../contract/resources/webhook-events.ts';
import { validatorOf } from './validate.ts';

const bodies = Object.values(ENDPOINTS).flatMap(({ body }) => (body === null ? [] : [body]));
const schemas: readonly unknown[] = [...bodies, IngestOptions, WatchBody, WebhookBody, WebhookChange];

/** Keywords that describe, or whose schemas are checked one by one. */
const OTHERS = ['description', 'default', 'examples', 'items', 'properties', 'anyOf', 'exactlyOneOf'];

/** A schema with each keyword that can fail, a value that fails, and the sentence. */
const SENTENCES: Readonly<Record<string, readonly [schema: object, value: unknown, sentence: string]>> = {
  type: [{ type: 'integer' }, 'x', 'must be a whole number, not a string'],
  required: [{ type: 'object', required: ['a'] }, {}, 'is required'],
  additionalProperties: [
    { type: 'object', properties: { url: {} }, additionalProperties: false },
    { uri: 1 },
    'is unknown; did you mean "url"?',
  ],
  enum: [{ type: 'string', enum: ['jobs'] }, 'jobz', '"jobz" is not an allowed value; did you mean "jobs"?'],
  minimum: [{ minimum: 1 }, 0, 'must be at least 1, not 0'],
  maximum: [{ maximum: 1 }, 2, 'must be at most 1, not 2'],
  minLength: [{ minLength: 1 }, '', 'must not be empty'],
  maxLength: [{ maxLength: 1 }, 'ab', 'must have at most 1 character'],
  minItems: [{ minItems: 2 }, [1], 'must have at least 2 entries'],
  maxItems: [{ maxItems: 1 }, [1, 2], 'must have at most 1 entries, not 2'],
  uniqueItems: [
    { type: 'array', uniqueItems: true },
    ['a', 'b', 'a'],
    'must have each entry once, and "a" is repeated',
  ],
  minProperties: [
    { properties: { url: {}, enabled: {} }, minProperties: 1 },
    {},
    'must have at least 1 of url, enabled',
  ],
};

function keywordsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(keywordsOf);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, inner]) => {
    if (keyword !== 'properties') return [keyword, ...keywordsOf(keyword === 'enum' ? null : inner)];
    return Object.values(inner as object).flatMap(keywordsOf);
  });
}

it.each(Object.entries(SENTENCES))('a fault of %s is a sentence', (_, [schema, value, sentence]) => {
  expect(validatorOf(schema)(value).map(({ message }) => message)).toEqual([sentence]);
});

it('has a sentence for each keyword of the schemas of bodies', () => {
  const known = new Set([...OTHERS, ...Object.keys(SENTENCES)]);
  expect([...new Set(schemas.flatMap(keywordsOf))].filter((keyword) => !known.has(keyword))).toEqual([]);
});
