// The request body schemas from the OpenAPI document: loaded once, selected by path, with references resolved.
import { type ApiFailure, failureOf, type Result } from '../api.ts';
import { PLAYGROUND_TEXTS } from '../texts/playground-texts.ts';

/** The part of JSON Schema that the form supports. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly examples?: readonly string[];
  readonly default?: unknown;
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** The members of an OpenAPI document that the form uses. */
export interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> } }>
      >
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const UNREACHABLE: ApiFailure = {
  status: 0,
  code: 'UNREACHABLE',
  message: PLAYGROUND_TEXTS.noOpenApi,
  details: [],
  requestId: null,
};

/** Loads the OpenAPI document of this server. */
export async function readOpenApi(signal: AbortSignal): Promise<Result<OpenApi>> {
  try {
    const response = await fetch('/openapi.json', { signal, credentials: 'omit' });
    if (!response.ok) return { ok: false, failure: failureOf(response, null) };
    return { ok: true, answer: (await response.json()) as OpenApi };
  } catch {
    return { ok: false, failure: UNREACHABLE };
  }
}

/** The body schema of a call; null for a call without a body. */
export function bodySchema(document: OpenApi, path: string): Schema | null {
  return document.paths[path]?.['post']?.requestBody?.content['application/json']?.schema ?? null;
}

/** The type of a schema, ignoring null. */
export function typeOf(schema: Schema): string {
  const types = [schema.type ?? 'object'].flat();
  return types.find((type) => type !== 'null') ?? 'null';
}

function typeOfValue(value: Json): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? 'integer' : typeof value;
}

/**
 * Resolves references, and selects the alternative that matches the value, or the first one. A member is required only
 * if all alternatives of that type require it.
 */
export function shapeFor(schema: Schema, value: Json | undefined, document: OpenApi): Schema {
  if (schema.$ref !== undefined) {
    const named = document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {};
    return shapeFor({ ...named, ...(schema.description ? { description: schema.description } : {}) }, value, document);
  }
  if (schema.anyOf === undefined) return schema;
  const { anyOf, ...rest } = schema;
  const shapes = anyOf.map((shape) => shapeFor(shape, value, document));
  const fitting = value === undefined ? undefined : shapes.find((shape) => typeOf(shape) === typeOfValue(value));
  const shape = fitting ?? shapes[0] ?? {};
  const alike = shapes.filter((each) => typeOf(each) === typeOf(shape));
  const required = shape.required?.filter((name) => alike.every((each) => each.required?.includes(name)));
  return { ...shape, ...(required ? { required } : {}), ...rest };
}

/** Returns true if the form supports the value; other values can be edited only as JSON. */
export function isShowable(shape: Schema, value: Json | undefined): boolean {
  return value === undefined || typeOf(shape) === typeOfValue(value);
}

/** Sets a member of an object; an empty value removes it. */
export function withMember(
  object: { readonly [member: string]: Json },
  name: string,
  value: Json | undefined,
): { readonly [member: string]: Json } {
  const { [name]: _, ...others } = object;
  if (value === undefined || isEmpty(value)) return others;
  return name in object ? { ...object, [name]: value } : { ...others, [name]: value };
}

function isEmpty(value: Json): boolean {
  if (value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
