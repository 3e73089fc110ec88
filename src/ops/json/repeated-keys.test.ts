import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonShape } from './json-shape.ts';
import { countMembersOfText, countMembersOfValue, repeatedKey } from './repeated-keys.ts';

test.each([
  ['{"a":1,"a":2}', { path: '', key: 'a' }],
  ['{"a":{"b":[{"c":1},{"c":[],"d":"},{","c":2}]}}', { path: 'a.b[1]', key: 'c' }],
  ['{"company":{"name":"x"}, "people":{}, "company":{}}', { path: '', key: 'company' }],
  ['[{"a":1},{"a":1, "b":[1,2,{"x":0,"y":[],"x":1}]}]', { path: '[1].b[2]', key: 'x' }],
  [String.raw`{"a":"\\","\u0061":"\""}`, { path: '', key: 'a' }],
  ['{"__proto__":1,"__proto__":1}', { path: '', key: '__proto__' }],
])('finds the repeated key of %s', (text, expected) => {
  expect(repeatedKey(text)).toEqual(expected);
  expect(countMembersOfText(text)).toBeGreaterThan(countMembersOfValue(JSON.parse(text)));
});

test('finds none in a text whose members are all in the parsed value', () => {
  const key = fc.constantFrom('a', 'b', '"', '\\b', '__proto__', 'ü{', ',');
  const value = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 5 }, fc.constantFrom<unknown>(null, 1, 'a', '}"', ''), tie('list'), tie('object')),
    list: fc.array(tie('value'), { maxLength: 4 }),
    object: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  })).value;
  fc.assert(
    fc.property(value, fc.constantFrom(0, 2), (json, indent) => {
      const text = JSON.stringify(json, null, indent);
      expect(repeatedKey(text)).toBeNull();
      expect(countMembersOfValue(JSON.parse(text))).toBe(countMembersOfText(text));
      expect(countMembersOfText(text.replaceAll('":', '" \n:'))).toBe(countMembersOfText(text));
      expect(jsonShape(Buffer.from(text)).members).toBe(countMembersOfText(text));
    }),
  );
});
