// The schemas of the contract as plain JSON with named components: a named schema is written once and referenced
// elsewhere. The rest of the document is in openapi.ts.
import type { TSchema } from 'typebox';
import { PersonKeys } from '../../contract/endpoints/match-keys.ts';
import { BatchAnswer, BatchList, PreviewAnswer } from '../../contract/resources/batches.ts';
import { WatchAnswer, WatchChanges } from '../../contract/resources/watches.ts';
import { DeliveryAnswer, WebhookAnswer, WebhookWithSecret } from '../../contract/resources/webhook-events.ts';
import * as answers from '../../contract/schemas/answers.ts';
import { filterObject } from '../../contract/schemas/filter-schema.ts';
import {
  Certification,
  Company,
  Education,
  Employer,
  Experience,
  FacetValue,
  Headquarters,
  JobRow,
  Location,
  Person,
  PersonWithEmployer,
} from '../../contract/schemas/records.ts';
import { isJsonObject } from '../../ops/json/json-object.ts';

/** A JSON object. */
export type Json = { readonly [member: string]: unknown };

const NAMED: Readonly<Record<string, TSchema>> = {
  Company,
  Headquarters,
  Employer,
  Person,
  PersonWithEmployer,
  Location,
  Experience,
  Education,
  Certification,
  JobRow,
  FacetValue,
  CompanyFilter: filterObject('company'),
  PeopleFilter: filterObject('people'),
  JobFilter: filterObject('job'),
  PersonKeys,
  ...answers,
  BatchAnswer,
  BatchList,
  PreviewAnswer,
  WebhookAnswer,
  WebhookWithSecret,
  DeliveryAnswer,
  WatchAnswer,
  WatchChanges,
};

/** The identity of an object schema, ignoring whether null is also allowed. */
function identityOf(schema: Json): string {
  return JSON.stringify([schema['required'], schema['properties']]);
}

const nameByIdentity = new Map(Object.entries(NAMED).map(([name, schema]) => [identityOf(schema as Json), name]));

/** The schema itself written out, with each named schema inside it replaced by a reference. */
export function withReferences(schema: TSchema | Json): Json {
  const refer = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(refer);
    return isJsonObject(value) ? schemaReference(value) : value;
  };
  return Object.fromEntries(Object.entries(schema as Json).map(([member, value]) => [member, refer(value)]));
}

/**
 * A schema of the contract as plain JSON Schema 2020-12, with named schemas as references to `#/components/schemas`.
 */
export function schemaReference(schema: TSchema | Json): Json {
  const json = schema as Json;
  const name = isJsonObject(json['properties']) ? nameByIdentity.get(identityOf(json)) : undefined;
  if (name === undefined) return withReferences(json);
  const reference = { $ref: `#/components/schemas/${name}` };
  return Array.isArray(json['type']) ? { anyOf: [reference, { type: 'null' }] } : reference;
}

/** All named schemas, sorted by name. */
export function namedSchemas(): Json {
  const sorted = Object.entries(NAMED).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, schema]) => [name, withReferences(schema)]));
}
