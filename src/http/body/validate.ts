// Validates bodies against the schemas of the endpoint table, with ajv. Each fault becomes a sentence that names the
// field and the limit.
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { itemId } from '../../contract/endpoints/body-members.ts';
import type { Endpoint } from '../../contract/endpoints/endpoint.ts';
import { ENDPOINTS, OPERATIONS, type Operation } from '../../contract/endpoints/endpoints.ts';
import type { Problem } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { exactlyOneOf } from '../../contract/schemas/schema.ts';
import type { Work } from '../../ops/scheduling/work.ts';
import { newSuggest, type Suggest } from '../../words/nearest.ts';
import { compileSchema } from './compile-schema.ts';
import type { Fault } from './fault.ts';
import type { JsonObject } from './read-body.ts';
import { shownPath } from './shown-path.ts';

type Json = Record<string, unknown>;

/**
 * Returns a validator of a schema. It returns every fault (at most 100) in the order of the schema, or none if the
 * value is valid. The schema is compiled on first use.
 */
export function validatorOf(schema: unknown): (value: unknown) => Problem[] {
  const finder = new FaultFinder(schema);
  return (value) => finder.faultsOf(value).map(({ problem }) => problem);
}

class FaultFinder {
  readonly #schema: unknown;
  readonly #ways: readonly string[];
  #validate: ValidateFunction | null = null;

  constructor(schema: unknown) {
    this.#schema = schema;
    this.#ways = exactlyOneOf(schema);
  }

  /** Takes 1 to 5 ms the first time; 40 ms for the first body, which contains most of the shared members. */
  compiled(): ValidateFunction {
    this.#validate ??= compileSchema(this.#schema);
    return this.#validate;
  }

  faultsOf(value: unknown): Fault[] {
    const validate = this.compiled();
    const isValid = validate(value);
    const faults = wayFaults(value, this.#ways);
    if (isValid) return faults;
    const errors = (validate.errors ?? []).filter(isReported);
    const suggest = newSuggest();
    const others = errors.map((error) => ({ problem: problemOf(error, suggest), pointer: pointerOf(error) }));
    return [...faults, ...others].slice(0, LIMITS.faultsMax);
  }
}

/** The fault of an object that must have exactly one of these members. */
function wayFaults(value: unknown, ways: readonly string[]): Fault[] {
  if (ways.length === 0 || typeof value !== 'object' || value === null) return [];
  const [first = ways[0] ?? '', ...others] = ways.filter((name) => Object.hasOwn(value, name));
  const hint = `give exactly one of ${ways.slice(0, -1).join(', ')} or ${ways.at(-1)}`;
  if (!Object.hasOwn(value, first))
    return [{ problem: { path: first, message: `is required; ${hint}`, suggestion: null }, pointer: null }];
  const message = `must not be given with ${first}; ${hint}`;
  return others.map((path) => ({ problem: { path, message, suggestion: null }, pointer: null }));
}

/** JSON pointer to the faulty value: an unknown key, or else the validated value. Null if a value is missing. */
function pointerOf({ keyword, instancePath, params }: ErrorObject): string | null {
  if (keyword === 'required') return null;
  if (keyword !== 'additionalProperties') return instancePath;
  return `${instancePath}/${String(params['additionalProperty']).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

const faultFinders = new Map(
  OPERATIONS.flatMap((operation) => {
    const body = checkedBody(ENDPOINTS[operation]);
    return body === null ? [] : [[operation, new FaultFinder(body)] as const];
  }),
);

/**
 * Compiles the body schemas, one per step, and runs each once, because V8 compiles a function on its first call.
 * Otherwise the first calls of clients would be delayed.
 */
export function* compileBodySchemas(): Work<void> {
  for (const finder of faultFinders.values()) {
    finder.faultsOf({});
    yield;
  }
}

/**
 * The schema of a body without the schema of its items: each item is validated separately, like the body of a single
 * call.
 */
function checkedBody({ body, itemsOf }: Endpoint): unknown {
  if (body === null || itemsOf === null) return body;
  const { items: _, ...list } = body.properties['items'] as Json;
  return { ...body, properties: { items: list } };
}

const idFaults = validatorOf(itemId);

/** The faults in the id of an item. */
export function idFaultsOf(id: unknown): Fault[] {
  return idFaults(id).map((problem) => ({ problem: { ...problem, path: 'id' }, pointer: null }));
}

/** Every fault of a body (at most 100) in the order of the schema; empty if the body is valid. */
export function faultsOf(operation: Operation, body: JsonObject): Fault[] {
  return faultFinders.get(operation)?.faultsOf(body) ?? [];
}

/** A value of a wrong type is not also reported as missing from a closed list. */
function isReported({ keyword, data, parentSchema }: ErrorObject): boolean {
  return keyword !== 'if' && !(keyword === 'enum' && parentSchema?.['type'] === 'string' && typeof data !== 'string');
}

/** `/company/industry/0` -> `company.industry[0]`. */
function pathOf(pointer: string): string {
  const parts = pointer.split('/').slice(1);
  return parts.reduce((path, part) => {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (/^\d+$/.test(name)) return `${path}[${name}]`;
    return path === '' ? name : `${path}.${name}`;
  }, '');
}

function problemOf(error: ErrorObject, suggest: Suggest): Problem {
  const place = pathOf(error.instancePath);
  const at = (name: string) => (place === '' ? name : `${place}.${name}`);
  const params = error.params as Json;
  switch (error.keyword) {
    case 'required':
      return { path: at(String(params['missingProperty'])), message: 'is required', suggestion: null };
    case 'additionalProperties':
      return unknownKey(at, error, suggest);
    case 'enum':
      return unlisted(place, error, suggest);
    default:
      return { path: place, message: sentenceOf(error, params), suggestion: null };
  }
}

function unknownKey(at: (name: string) => string, error: ErrorObject, suggest: Suggest): Problem {
  const key = String((error.params as Json)['additionalProperty']);
  const known = knownKeys(error);
  const suggestion = suggest(key, known);
  const hint = suggestion === null ? `known are ${known.join(', ')}` : `did you mean "${suggestion}"?`;
  return { path: shownPath(at(key)), message: `is unknown; ${hint}`, suggestion };
}

function knownKeys({ parentSchema }: ErrorObject): string[] {
  return Object.keys((parentSchema as { properties?: Json }).properties ?? {});
}

function unlisted(path: string, { data: value, params }: ErrorObject, suggest: Suggest): Problem {
  const texts = (params as { allowedValues: readonly unknown[] }).allowedValues.map(String);
  if (typeof value !== 'string') return { path, message: `must be one of ${texts.join(', ')}`, suggestion: null };
  const suggestion = suggest(value, texts);
  const hint = suggestion === null ? `; allowed are ${texts.join(', ')}` : `; did you mean "${suggestion}"?`;
  return { path, message: `"${shownPath(value)}" is not an allowed value${hint}`, suggestion };
}

const plural = (count: unknown, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function sentenceOf(error: ErrorObject, params: Json): string {
  const limit = params['limit'];
  switch (error.keyword) {
    case 'type':
      return `must be ${typeNames(params['type'])}, not ${typeName(error.data)}`;
    case 'minimum':
      return `must be at least ${limit}, not ${error.data}`;
    case 'maximum':
      return `must be at most ${limit}, not ${error.data}`;
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${plural(limit, 'character')}`;
    case 'maxLength':
      return `must have at most ${plural(limit, 'character')}`;
    case 'minItems':
      return `must have at least ${plural(limit, 'entry').replace('entrys', 'entries')}`;
    case 'maxItems':
      return `must have at most ${limit} entries, not ${(error.data as unknown[]).length}`;
    case 'uniqueItems':
      return `must have each entry once, and ${JSON.stringify((error.data as unknown[])[Number(params['i'])])} is repeated`;
    case 'minProperties':
      return `must have at least ${limit} of ${knownKeys(error).join(', ')}`;
    default:
      // Not reached: a test checks that every keyword of the schemas has a message above.
      return 'is not valid';
  }
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

function typeNames(types: unknown): string {
  return [types]
    .flat()
    .map((type) => NAMES[String(type)] ?? String(type))
    .join(' or ');
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number') return String(value);
  return NAMES[typeof value] ?? typeof value;
}
