// The building blocks of all schemas of the contract: TypeBox types that are plain JSON Schema 2020-12.

import type { Static, TProperties, TSchema } from 'typebox';
import { Type } from './schema-types.ts';

/** A closed object with exactly these members, all required unless marked optional. */
export function closed<Properties extends TProperties>(properties: Properties, options: Record<string, unknown> = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/**
 * A closed object that must have exactly one of these optional members, which are alternative names of the same thing.
 * If none is sent, the first one is reported as missing.
 */
export function closedWithOne<Properties extends TProperties>(
  properties: Properties,
  exactlyOneOf: readonly (keyof Properties & string)[],
) {
  return closed(properties, { exactlyOneOf });
}

/** The members of which a schema requires exactly one; empty if it has no such rule. */
export function exactlyOneOf(schema: unknown): readonly string[] {
  return (schema as { readonly exactlyOneOf?: readonly string[] } | null)?.exactlyOneOf ?? [];
}

/** A schema that also allows null. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  const { type, enum: values, ...rest } = schema as Schema & { type?: string; enum?: unknown[] };
  const merged = {
    ...rest,
    ...(type === undefined ? {} : { type: [type, 'null'] }),
    ...(values === undefined ? {} : { enum: [...values, null] }),
  };
  return Type.Unsafe<Static<Schema> | null>(merged);
}

/** One of a closed list of strings. */
export function oneOf<Value extends string>(values: readonly Value[], options: Record<string, unknown> = {}) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], ...options });
}

export const text = (description: string) => Type.String({ description });
export const maybeText = (description: string) => nullable(text(description));
export const maybeInteger = (description: string) => nullable(Type.Integer({ description }));
export const count = (description: string) => Type.Integer({ minimum: 0, description });
