// Builders of JSON Schema 2020-12 with the static types of TypeBox. TypeBox itself is not loaded: its 370 modules, for
// builders that no schema here uses, would be a quarter of the modules of a server, and loading each takes up to a
// millisecond.
import type { TSchema, Type as TypeBox } from 'typebox';

type Builders = Pick<
  typeof TypeBox,
  | 'Any'
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
>;
type Options = Readonly<Record<string, unknown>>;

/** The schemas of optional members. */
const optional = new WeakSet<object>();

function ofType(type: string) {
  return (options: Options = {}) => ({ type, ...options });
}

function objectOf(properties: Readonly<Record<string, object>>, options: Options = {}): object {
  const required = Object.keys(properties).filter((name) => !optional.has(properties[name] as object));
  return { type: 'object', ...(required.length === 0 ? {} : { required }), properties, ...options };
}

function optionalOf(schema: object): object {
  const copy = { ...schema };
  optional.add(copy);
  return copy;
}

/** The builders of TypeBox that the contract uses, with the same results. */
export const Type = {
  Any: (options: Options = {}) => ({ ...options }),
  Array: (items: TSchema, options: Options = {}) => ({ type: 'array', items, ...options }),
  Boolean: ofType('boolean'),
  Integer: ofType('integer'),
  Literal: (value: unknown, options: Options = {}) => ({ type: typeof value, const: value, ...options }),
  Number: ofType('number'),
  Object: objectOf,
  Optional: optionalOf,
  String: ofType('string'),
  Union: (anyOf: readonly TSchema[], options: Options = {}) => ({ anyOf, ...options }),
  Unknown: (options: Options = {}) => ({ ...options }),
  Unsafe: (schema: object) => ({ ...schema }),
} as unknown as Builders;
