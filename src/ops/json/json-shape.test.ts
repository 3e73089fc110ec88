import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonShape } from './json-shape.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** An empty container counts twice. */
function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const members = Object.values(value);
  return 1 + (members.length === 0 ? 1 : members.reduce((sum: number, member) => sum + valuesOf(member), 0));
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, member) => sum + membersOf(member), own);
}

function longestOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(JSON.stringify(value)) - 2;
  if (typeof value !== 'object' || value === null) return 0;
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  return Math.max(0, ...[...keys, ...Object.values(value)].map(longestOf));
}

test('equals the shape of the parsed value', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('"', '\\', '\\"', '[', '}', ',', 'ü{'));
  const value = fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 6 });
  fc.assert(
    fc.property(fc.array(fc.oneof(text, value)), fc.constantFrom(0, 2), (json, indent) => {
      const { values, members, depth, longestString } = jsonShape(Buffer.from(JSON.stringify(json, null, indent)));
      expect(depth).toBe(depthOf(json));
      expect(values).toBe(valuesOf(json));
      expect(members).toBe(membersOf(json));
      expect(longestString).toBe(longestOf(json));
    }),
  );
});

test.each(['', '"', '"\\', '[[[', ']]]', '"a" [', '{"a": "b\\"['])('accepts %j without an error', (text) => {
  expect(jsonShape(Buffer.from(text)).depth).toBeLessThanOrEqual(3);
});
