// Data extension: the values of properties of records, named by their profile URLs.

import type { Static } from 'typebox';
import { ENDPOINTS } from '../contract/endpoints/endpoints.ts';
import { invalidAt, invalidInput } from '../contract/errors.ts';
import { Company, Person } from '../contract/schemas/records.ts';
import { closed } from '../contract/schemas/schema.ts';
import { Type } from '../contract/schemas/schema-types.ts';
import type { JsonObject } from '../http/body/read-body.ts';
import { validatorOf } from '../http/body/validate.ts';
import type { CallApi } from '../http/in-process-calls.ts';
import { parseNetworkUrl } from '../identity/network-url.ts';
import { nearest } from '../words/nearest.ts';
import { bulkReplies, type Outcome } from './bulk-replies.ts';
import { checkSize } from './queries.ts';
import { RECORD_TYPES, type RecordType, shownName, shownType } from './record-types.ts';
import type { ServiceReply } from './service-reply.ts';

/** A value in the form of the protocol. */
type Value = Readonly<Record<string, string | number>>;

interface Property {
  readonly id: string;
  /** The path of the bulk call whose answers have the property; `itemOf` makes the item for a record. */
  readonly path: string;
  readonly itemOf: (url: string) => JsonObject;
  /** The record type of the values; absent if they are not records. */
  readonly valueType?: RecordType;
  /** Reads the values from an answer of the call. */
  readonly read: (answer: JsonObject) => readonly Value[];
}

const [COMPANY_TYPE, PERSON_TYPE] = RECORD_TYPES as [RecordType, RecordType];
type Call = Pick<Property, 'path' | 'itemOf'>;
const company: Call = {
  path: ENDPOINTS['bulk-company'].path,
  itemOf: (url: string) => ({ company_network_url: url }),
};
const person: Call = { path: PERSON_TYPE.bulkMatchPath, itemOf: (url: string) => ({ network_url: url }) };
const contact = (id: 'email' | 'phone'): Property => ({
  id,
  path: ENDPOINTS[`bulk-${id}`].path,
  itemOf: (url) => ({ person_network_url: url }),
  read: (answer) => valuesOf(answer[id]),
});

const PROPERTIES: ReadonlyMap<RecordType, readonly Property[]> = new Map<RecordType, readonly Property[]>([
  [COMPANY_TYPE, leavesOf(Company, 'company').map((leaf) => ({ ...company, ...leaf }))],
  [
    PERSON_TYPE,
    [
      ...leavesOf(Person, 'person').map((leaf) => ({ ...person, ...leaf })),
      { ...person, id: 'employer', valueType: COMPANY_TYPE, read: employersOf },
      contact('email'),
      contact('phone'),
    ],
  ],
]);

/** The properties of a type that can be fetched. */
export const propertiesOf = (type: RecordType): readonly { readonly id: string; readonly name: string }[] =>
  (PROPERTIES.get(type) ?? []).map(({ id }) => ({ id, name: shownName(id) }));

const Extension = closed({
  ids: Type.Array(Type.String()),
  properties: Type.Array(closed({ id: Type.String(), settings: Type.Optional(Type.Object({})) }), { minItems: 1 }),
});
const problemsOf = validatorOf(Extension);

/**
 * Answers a data extension query. For an unknown record every property is empty. `errors` contains the records that
 * could not be answered, for example because the credits do not cover them.
 */
export async function extend(query: JsonObject, callApi: CallApi): Promise<ServiceReply> {
  const problems = problemsOf(query);
  if (problems.length > 0) throw invalidInput(problems.map((one) => ({ ...one, path: `extend.${one.path}` })));
  const given = query as Static<typeof Extension>;
  checkSize('extend.ids', given.ids.length);
  // The answer has each record and each property once, so a repeated one is read and charged once.
  const ids = [...new Set(given.ids)];
  const types = ids.map((id) => typeOfRecord(id, given.ids.indexOf(id)));
  const names = given.properties.map(({ id }) => id);
  const properties = [...new Set(names)];
  const requested = properties.map((id) => propertyNamed(id, { index: names.indexOf(id), types }));
  const cells = ids.flatMap((id, index) => {
    const paths = new Map(
      requested.flatMap((one) => one.get(types[index] as RecordType) ?? []).map((one) => [one.path, one]),
    );
    return [...paths.values()].map((one) => ({ id, path: one.path, body: one.itemOf(id) }));
  });
  const { list, credits, rejection } = await bulkReplies(cells, callApi);
  if (rejection) return rejection;
  const outcomes = new Map(cells.map(({ id, path }, index) => [`${path} ${id}`, list[index] ?? null]));
  const rows = ids.map((id, index) => {
    const values = requested.map((one, column): [string, readonly Value[]] => {
      const property = one.get(types[index] as RecordType);
      return [properties[column] ?? '', property ? read(property, outcomes.get(`${property.path} ${id}`)) : []];
    });
    return [id, Object.fromEntries(values)];
  });
  const errors = cells.flatMap(({ id }, index) => {
    const outcome = list[index];
    return outcome && 'error' in outcome ? [[id, outcome.error]] : [];
  });
  const body = {
    meta: requested.map((one, index) => metaOf(properties[index] ?? '', one)),
    rows: Object.fromEntries(rows),
    ...(errors.length === 0 ? {} : { errors: Object.fromEntries(errors) }),
  };
  return { status: 200, headers: { 'x-credits-used': String(credits) }, body };
}

function typeOfRecord(id: string, index: number): RecordType {
  const type = RECORD_TYPES.find(({ kind }) => parseNetworkUrl(id, kind));
  if (type) return type;
  const message = 'must be the profile URL of a company or a person, as the id of a candidate is';
  throw invalidAt(`extend.ids[${index}]`, message);
}

/** The property of this name of each type that has it. */
function propertyNamed(
  id: string,
  { index, types }: { readonly index: number; readonly types: readonly RecordType[] },
): ReadonlyMap<RecordType, Property> {
  const found = [...PROPERTIES].flatMap(([type, properties]) => {
    const property = properties.find((one) => one.id === id);
    return property ? [[type, property] as const] : [];
  });
  if (found.length > 0) return new Map(found);
  const known = [...new Set(types.length === 0 ? RECORD_TYPES : types)].flatMap(propertiesOf).map((one) => one.id);
  const path = `extend.properties[${index}].id`;
  throw invalidAt(path, `must be one of ${known.join(', ')}`, nearest(id, known));
}

function metaOf(id: string, property: ReadonlyMap<RecordType, Property>): JsonObject {
  const valueType = [...property.values()].find((one) => one.valueType)?.valueType;
  return { id, name: shownName(id), ...(valueType ? { type: shownType(valueType) } : {}) };
}

function read(property: Property, outcome: Outcome | undefined): readonly Value[] {
  return outcome && 'body' in outcome ? property.read(outcome.body) : [];
}

/** The members of a record that are neither objects nor lists of objects, as properties of its answer. */
function leavesOf(schema: unknown, member: string): Pick<Property, 'id' | 'read'>[] {
  return leafPaths(schema, []).map((path) => ({
    id: path.join('.'),
    read: (answer) => valuesOf(path.reduce<unknown>((at, name) => (at as JsonObject)[name], answer[member])),
  }));
}

function leafPaths(schema: unknown, at: readonly string[]): string[][] {
  const { properties, items } = schema as { readonly properties?: JsonObject; readonly items?: JsonObject };
  if (properties) return Object.entries(properties).flatMap(([name, inner]) => leafPaths(inner, [...at, name]));
  return items?.['properties'] ? [] : [[...at]];
}

function valuesOf(value: unknown): Value[] {
  if (Array.isArray(value)) return value.flatMap(valuesOf);
  if (value === null || value === undefined) return [];
  if (typeof value === 'number') return [Number.isInteger(value) ? { int: value } : { float: value }];
  return [{ str: String(value) }];
}

interface Employment {
  readonly job_is_current: boolean | null;
  readonly company_name: string | null;
  readonly company_network_url: string | null;
}

/** The employers of the current positions, as records where their profile is known. */
function employersOf(answer: JsonObject): Value[] {
  const { experiences } = answer['person'] as { readonly experiences: readonly Employment[] };
  const current = experiences.filter(({ job_is_current }) => job_is_current === true);
  const values = current.flatMap(({ company_network_url: id, company_name: name }): Value[] => {
    if (id !== null) return [{ id, name: name ?? id }];
    return name === null ? [] : [{ str: name }];
  });
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
