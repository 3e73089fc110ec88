// Request bodies described as exactly as JSON Schema allows: the shapes that validation checks, and the rules that are
// checked when values are read. Used only in the OpenAPI document; at runtime the code that reads a value reports its
// faults.

import { IDENTIFYING_KEYS } from '../../contract/endpoints/match-keys.ts';
import { FILTERS, type Filter, type FilterScope } from '../../contract/fields.ts';
import { GITHUB, X } from '../../contract/record-table/id-form.ts';
import { exactlyOneOf } from '../../contract/schemas/schema.ts';
import { anyGiven, filterReference } from './filter-components.ts';
import type { Json } from './schemas.ts';
import { DOMAIN, reference, type TextName } from './text-components.ts';

// A pattern cannot express check digits, placeholders, or the pages of a host that are not accounts.
const GAP = '[ -]*';
const handlePattern = ({ hosts }: { readonly hosts: readonly string[] }) =>
  `^((https?://)?(www\\.|mobile\\.)?(${hosts.join('|').replaceAll('.', '\\.')})/)?@?[A-Za-z0-9][A-Za-z0-9_-]{0,38}$`;

const LOCAL_LETTER = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]";
const LOCAL_PART = `${LOCAL_LETTER}{1,20}(\\.${LOCAL_LETTER}{1,20}){0,2}`;

/** Rules of members that are not filters, by name. */
const MEMBERS: Readonly<Record<string, Json>> = {
  email: { pattern: `^${LOCAL_PART}@${DOMAIN}$` },
  phone: { pattern: '^(\\+|\\(\\+)?[ ().-]*([0-9][ ().-]*){7,15}$' },
  isin: { pattern: `^${GAP}([A-Za-z]${GAP}){2}([A-Za-z0-9]${GAP}){9}[0-9]${GAP}$` },
  lei: { pattern: `^${GAP}([A-Za-z0-9]${GAP}){18}([0-9]${GAP}){2}$` },
  github_handle: { pattern: handlePattern(GITHUB) },
  x_handle: { pattern: handlePattern(X) },
  prefix: { pattern: '^[^\\u0000]*$' },
  cursor: { format: 'cursor' },
};

/** Members whose schema is a reference to a component. */
const REFERRED: Readonly<Record<string, TextName>> = {
  company_network_url: 'CompanyUrl',
  person_network_url: 'PersonUrl',
  domain: 'Domain',
  company_domain: 'Domain',
  region: 'Timezone',
  country_code: 'CountryCode',
  city: 'SearchText',
  name: 'SearchText',
  full_name: 'SearchText',
  first_name: 'SearchText',
  last_name: 'SearchText',
  company_name: 'SearchText',
  job_title: 'SearchText',
  crm_id: 'SearchText',
  registry_number: 'SearchText',
};

/** Lists of texts in the steps of a waterfall. */
const STEP_LISTS: Readonly<Record<string, TextName>> = {
  include_title: 'SearchText',
  exclude_title: 'SearchText',
  location: 'Place',
};

/** A filter object as a component. A company object, if sent, must contain a filter that is not empty. */
export function exactFilterObject(scope: FilterScope, schema: Json): Json {
  const exact = { ...schema, properties: exactMembers(schema['properties'] as Json, FILTERS[scope]) };
  return scope === 'company' ? { ...exact, ...rule(anyGiven(FILTERS[scope])) } : exact;
}

/** The keys of a person as a component. */
export function exactPersonKeys(schema: Json): Json {
  return { ...schema, ...exactMatch(exactMembers(schema['properties'] as Json, [])) };
}

/** The exact body of an operation. */
export function exactBody(schema: Json): Json {
  const properties = exactMembers(schema['properties'] as Json, FILTERS.people);
  if ('min_score' in properties) return { ...schema, ...exactMatch(properties) };
  const ways = exactlyOneOf(schema);
  if (ways.length === 0) return { ...schema, properties, ...requiredInput(properties) };
  const { exactlyOneOf: _, ...rest } = schema as Json & { readonly exactlyOneOf?: unknown };
  return { ...rest, properties, ...rule({ oneOf: ways.map((name) => ({ required: [name] })) }) };
}

/**
 * A rule on several members of an object. Generators of clients ignore `if`, and so make one type of the object; with
 * an `anyOf` or a `oneOf` in its place they make a union, of which the alternatives have no members.
 */
function rule(condition: Json): Json {
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  return { if: { type: 'object' }, then: condition };
}

const anyRequired = (sets: readonly (readonly string[])[]): Json => ({
  anyOf: sets.map((required) => ({ required })),
});

/** A match needs at least one of the sets of keys that identify a record. */
function exactMatch(properties: Json): Json {
  const kind = 'full_name' in properties ? 'person' : 'company';
  const network_url = {
    ...reference(kind === 'company' ? 'CompanyUrl' : 'PersonUrl'),
    description: (properties['network_url'] as Json)['description'],
  };
  const parts = { first_name: ['last_name'], last_name: ['first_name'] };
  return {
    properties: { ...properties, network_url },
    ...rule(anyRequired(IDENTIFYING_KEYS[kind])),
    ...(kind === 'person' ? { dependentRequired: parts } : {}),
  };
}

function exactMembers(properties: Json, filters: readonly Filter[]): Json {
  const byName = new Map(filters.map((filter) => [filter.name, filter]));
  return Object.fromEntries(
    Object.entries(properties as Record<string, Json>).map(([name, schema]) => {
      const filter = byName.get(name);
      const isFilter = filter !== undefined && schema['type'] !== 'string';
      return [name, isFilter ? filterReference(schema, filter) : exactMember(name, schema)];
    }),
  );
}

function exactMember(name: string, schema: Json): Json {
  const referred = REFERRED[name];
  if (referred !== undefined) return { ...reference(referred), description: schema['description'] };
  if (name !== 'cascade') return { ...schema, ...MEMBERS[name] };
  const step = schema['items'] as Json;
  const steps = Object.fromEntries(
    Object.entries(step['properties'] as Record<string, Json>).map(([member, list]) => {
      const items = STEP_LISTS[member];
      return [member, items === undefined ? list : { ...list, items: reference(items) }];
    }),
  );
  const alternatives = ['include_title', 'location'].map((member) => ({
    required: [member],
    properties: { [member]: { minItems: 1 } },
  }));
  return { ...schema, items: { ...step, properties: steps, ...rule({ anyOf: alternatives }) } };
}

/** The condition that a body contains at least one input. */
function requiredInput(properties: Json): Json {
  const holds = (name: string) => name in properties;
  if (holds('company_network_url') && holds('domain')) return rule(anyRequired([['company_network_url'], ['domain']]));
  const scope = holds('job') ? 'job' : 'people';
  if (!holds('company') || !holds(scope)) return {};
  const filled = { required: [scope], properties: { [scope]: anyGiven(FILTERS[scope]) } };
  return rule({ anyOf: [{ required: ['company'] }, filled] });
}
