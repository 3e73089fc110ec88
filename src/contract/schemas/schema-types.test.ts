import { Type as TypeBox } from 'typebox';
import { expect, it } from 'vitest';
import { Type } from './schema-types.ts';

type Builders = typeof Type;

it.each<[string, (builders: Builders) => object]>([
  ['Any', ({ Any }) => Any({ description: 'a' })],
  ['Array', ({ Array: list, String: text }) => list(text(), { maxItems: 3 })],
  ['Boolean', (types) => types.Boolean({ description: 'a' })],
  ['Integer', (types) => types.Integer({ minimum: 0, maximum: 9 })],
  ['Literal', (types) => types.Literal(true)],
  ['Number', (types) => types.Number()],
  ['Object without members', (types) => types.Object({}, { additionalProperties: false })],
  [
    'Object',
    (types) => types.Object({ a: types.Optional(types.String()), b: types.Number() }, { additionalProperties: false }),
  ],
  ['Object of optional members', (types) => types.Object({ a: types.Optional(types.Unsafe({ enum: [1] })) })],
  ['Object of a copy of an optional member', (types) => types.Object({ a: { ...types.Optional(types.String()) } })],
  ['String', (types) => types.String({ minLength: 1, description: 'a' })],
  ['Union', (types) => types.Union([types.String(), types.Array(types.Literal('a'))], { description: 'a' })],
  ['Unknown', (types) => types.Unknown()],
])('%s builds the schema of TypeBox, its members in the same order', (_, build) => {
  expect(JSON.stringify(build(Type))).toBe(JSON.stringify(build(TypeBox)));
});
