// The schemas of request bodies from the OpenAPI document: loaded once, found by path, with references resolved.
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
  readonly minimum?: number;
  readonly maximum?: number;
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** The part of an OpenAPI document that is read here. */
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

/** The document of this service. */
export async function readOpenApi(signal: AbortSignal): Promise<Result<OpenApi>> {
  try {
    const response = await fetch('/openapi.json', { signal, credentials: 'omit' });
    if (!response.ok) return { ok: false, failure: failureOf(response, null) };
    return { ok: true, answer: (await response.json()) as OpenApi };
  } catch {
    return { ok: false, failure: UNREACHABLE };
  }
}

/** The schema of the body of a call; null where it has none. */
export function bodySchema(document: OpenApi, path: string): Schema | null {
  return document.paths[path]?.['post']?.requestBody?.content['application/json']?.schema ?? null;
}

/** The type of a schema other than null. */
export function typeOf(schema: Schema): string {
  const types = [schema.type ?? 'object'].flat();
  return types.find((type) => type !== 'null') ?? 'null';
}

function typeOfValue(value: Json): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? 'integer' : typeof value;
}

/**
 * The schema itself: references followed, and of several shapes the one that the value has, else the first. Required
 * are the members that each shape of its type requires.
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

/** True if the form can show a value of a schema; other types are editable as JSON only. */
export function isShowable(shape: Schema, value: Json | undefined): boolean {
  return value === undefined || typeOf(shape) === typeOfValue(value);
}

/** The object with a member replaced; without it where the value is empty. */
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
