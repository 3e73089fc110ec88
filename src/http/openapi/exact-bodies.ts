// Request bodies described as exactly as JSON Schema allows: the shapes that validation checks, and the rules that are
// checked when values are read. Used only in the OpenAPI document; at runtime the code that reads a value reports its
// faults.

import { IDENTIFYING_KEYS } from '../../contract/endpoints/match-keys.ts';
import { FILTERS, type Filter, type FilterScope } from '../../contract/fields.ts';
import { LIMITS } from '../../contract/limits.ts';
import { GITHUB, X } from '../../contract/record-table/id-form.ts';
import { exactlyOneOf } from '../../contract/schemas/schema.ts';
import { TIMEZONES } from '../../contract/vocabularies/timezones.ts';
import { COUNTRY_ALIASES, LISTS, type ListName } from '../../contract/vocabularies/values.ts';
import type { Json } from './schemas.ts';

const LABEL = '[A-Za-z0-9]([A-Za-z0-9-]{0,28}[A-Za-z0-9])?';
const DOMAIN = `(${LABEL}\\.){1,6}[A-Za-z]{2,24}\\.?`;
const HOST = `${LABEL}(\\.${LABEL}){0,6}\\.?`;
const PORT = '(:[0-9]{1,5})?';
/** Visible ASCII except the backslash. */
const REST = '[!-\\[\\]-~]*';
const LOCAL_LETTER = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]";
const LOCAL_PART = `${LOCAL_LETTER}{1,20}(\\.${LOCAL_LETTER}{1,20}){0,2}`;
// Escapes must decode to UTF-8 of such characters, which a pattern cannot express.
const ESCAPE = '%[0-9A-Fa-f]{2}';
const SLUG = `([\\p{L}\\p{Nd}]|${ESCAPE})([\\p{L}\\p{Nd}_.&'+(),-]|${ESCAPE}){0,199}`;
const SUB_PATH = '(/[A-Za-z0-9_*~-][A-Za-z0-9_.*~-]*)*/?';
const profileUrl = (word: string) =>
  `^((https?://)?${HOST}${PORT})?(/[A-Za-z]{2})?/${word}/${SLUG}${SUB_PATH}([?#]${REST})?$`;

const text = (rules: Json): Json => ({ type: 'string', maxLength: LIMITS.filterStringMax, ...rules });
const COUNTRY_CODES = [...LISTS.country, ...Object.keys(COUNTRY_ALIASES)];
const ANY_CASE = 'In any letter case';

/** Patterns of filter texts by the name of their component. */
const TEXTS = {
  SearchText: text({
    pattern: '^[^\\u0000]*[\\p{L}\\p{N}][^\\u0000]*$',
    description: 'Words: at least one letter or digit',
  }),
  Industry: text({ enum: LISTS.industry, description: `${ANY_CASE}; labels present in the data are accepted too` }),
  CompanyType: text({ enum: LISTS.company_type, description: ANY_CASE }),
  CountryCode: text({
    enum: COUNTRY_CODES,
    description: `ISO 3166-1 alpha-2, or XK; UK and EL are aliases. ${ANY_CASE}`,
  }),
  Continent: text({ enum: LISTS.continent, description: ANY_CASE }),
  SalesRegion: text({ enum: LISTS.sales_region, description: ANY_CASE }),
  JobLevel: text({ enum: LISTS.job_level, description: ANY_CASE }),
  JobFunction: text({ enum: LISTS.job_function, description: ANY_CASE }),
  SizeLabel: text({ enum: LISTS.employee_range, description: 'Bucket of the number of employees' }),
  Place: text({
    enum: ['WORLD', ...LISTS.sales_region, ...LISTS.continent, ...COUNTRY_CODES],
    description: `Country code, continent, sales region, or WORLD for anywhere. ${ANY_CASE}`,
  }),
  Timezone: text({ enum: TIMEZONES, description: `IANA timezone name. ${ANY_CASE}` }),
} as const satisfies Readonly<Record<string, Json>>;

type TextName = keyof typeof TEXTS;

const TEXT_OF_LIST: Readonly<Record<ListName, TextName>> = {
  industry: 'Industry',
  company_type: 'CompanyType',
  country: 'CountryCode',
  continent: 'Continent',
  sales_region: 'SalesRegion',
  job_level: 'JobLevel',
  job_function: 'JobFunction',
  employee_range: 'SizeLabel',
};

const reference = (name: TextName): Json => ({ $ref: `#/components/schemas/${name}` });

const DOMAIN_PATTERN = `^(https?://)?${DOMAIN}${PORT}([/?#]${REST})?$`;

// A pattern cannot express check digits, placeholders, or the pages of a host that are not accounts.
const GAP = '[ -]*';
const handlePattern = ({ hosts }: { readonly hosts: readonly string[] }) =>
  `^((https?://)?(www\\.|mobile\\.)?(${hosts.join('|').replaceAll('.', '\\.')})/)?@?[A-Za-z0-9][A-Za-z0-9_-]{0,38}$`;

/** Rules of members that are not filters, by name. */
const MEMBERS: Readonly<Record<string, Json>> = {
  company_network_url: { pattern: profileUrl('company') },
  person_network_url: { pattern: profileUrl('in') },
  domain: { pattern: DOMAIN_PATTERN },
  company_domain: { pattern: DOMAIN_PATTERN },
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

/** The components that exact bodies refer to, in addition to those of `schemas.ts`. */
export function textComponents(): Json {
  return TEXTS;
}

/** A filter object as a component. A company object, if sent, must contain a filter that is not empty. */
export function exactFilterObject(scope: FilterScope, schema: Json): Json {
  const exact = { ...schema, properties: exactMembers(schema['properties'] as Json, FILTERS[scope]) };
  return scope === 'company' ? { ...exact, anyOf: anyGiven(exact.properties, FILTERS[scope]) } : exact;
}

/** The keys of a person as a component. */
export function exactPersonKeys(schema: Json): Json {
  return { ...schema, ...exactMatch(exactMembers(schema['properties'] as Json, [])) };
}

/** The exact body of an operation. `filters` are the components made by `exactFilterObject`. */
export function exactBody(schema: Json, filters: Readonly<Record<FilterScope, Json>>): Json {
  const properties = exactMembers(schema['properties'] as Json, FILTERS.people);
  if ('min_score' in properties) return { ...schema, ...exactMatch(properties) };
  const ways = exactlyOneOf(schema);
  if (ways.length === 0) return { ...schema, properties, ...requiredInput(properties, filters) };
  const { exactlyOneOf: _, ...rest } = schema as Json & { readonly exactlyOneOf?: unknown };
  return { ...rest, properties, oneOf: ways.map((name) => ({ required: [name] })) };
}

/** A match needs at least one of the sets of keys that identify a record. */
function exactMatch(properties: Json): Json {
  const kind = 'full_name' in properties ? 'person' : 'company';
  const network_url = { ...(properties['network_url'] as Json), pattern: IDENTITY_PATTERNS.network_url(kind) };
  const parts = { first_name: ['last_name'], last_name: ['first_name'] };
  return {
    properties: { ...properties, network_url },
    anyOf: IDENTIFYING_KEYS[kind].map((required) => ({ required })),
    ...(kind === 'person' ? { dependentRequired: parts } : {}),
  };
}

function exactMembers(properties: Json, filters: readonly Filter[]): Json {
  const byName = new Map(filters.map((filter) => [filter.name, filter]));
  return Object.fromEntries(
    Object.entries(properties as Record<string, Json>).map(([name, schema]) => {
      const filter = byName.get(name);
      const isFilter = filter !== undefined && schema['type'] !== 'string';
      return [name, isFilter ? exactFilter(schema, filter) : exactMember(name, schema)];
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
    properties: { [member]: { ...(steps[member] as Json), minItems: 1 } },
  }));
  return { ...schema, items: { ...step, properties: steps, anyOf: alternatives } };
}

function exactFilter(schema: Json, filter: Filter): Json {
  switch (filter.shape) {
    case 'words':
      return withEntries(schema, () => reference('SearchText'));
    case 'choice':
      return withEntries(schema, () => reference(TEXT_OF_LIST[filter.list]));
    case 'range':
      return withEntries(schema, () => reference('SizeLabel'));
    case 'at_least':
    case 'per_company':
      return schema;
    case 'dates':
      return withDates(schema);
    case 'identity':
      return withEntries(schema, (items) => ({ ...items, pattern: IDENTITY_PATTERNS[filter.by](filter.of) }));
    case 'group':
      return { ...schema, properties: exactMembers(schema['properties'] as Json, filter.filters) };
  }
}

const IDENTITY_PATTERNS = {
  network_url: (of: 'company' | 'person') => profileUrl(of === 'company' ? 'company' : 'in'),
  domain: () => DOMAIN_PATTERN,
} as const;

function withDates(schema: Json): Json {
  const properties = Object.entries(schema['properties'] as Record<string, Json>);
  return {
    ...schema,
    properties: Object.fromEntries(properties.map(([key, one]) => [key, { ...one, format: 'date' }])),
  };
}

/** The schema with `exact` applied to the entry schema of each list in it. */
function withEntries(schema: Json, exact: (items: Json) => Json): Json {
  if (schema['type'] === 'array') return { ...schema, items: exact(schema['items'] as Json) };
  const { anyOf, properties } = schema as { anyOf?: readonly Json[]; properties?: Record<string, Json> };
  const inside = (one: Json) => withEntries(one, exact);
  return {
    ...schema,
    ...(anyOf ? { anyOf: anyOf.map(inside) } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, inside(one)])) }
      : {}),
  };
}

/** Conditions for at least one member of a filter object that is not empty. */
function anyGiven(properties: Json, filters: readonly Filter[]): Json[] {
  return filters
    .map((filter) => ({ name: filter.name, ways: given(properties[filter.name] as Json, filter) }))
    .filter(({ ways }) => ways.length > 0)
    .map(({ name, ways }) => ({ required: [name], properties: { [name]: { anyOf: ways } } }));
}

/** For each type, the condition under which a value is not empty. */
const FILLED: Readonly<Record<string, Json>> = { array: { minItems: 1 }, integer: { minimum: 1 } };

/** The conditions under which a filter is not empty. */
function given(schema: Json, filter: Filter): Json[] {
  if (filter.shape === 'at_least') return [{ ...schema, minimum: 1 }];
  if (filter.shape === 'per_company') return [];
  if (filter.shape === 'group') return [{ ...schema, anyOf: anyGiven(schema['properties'] as Json, filter.filters) }];
  return ((schema['anyOf'] as Json[] | undefined) ?? [schema]).flatMap((shape): Json[] => {
    if (shape['type'] === 'array') return [{ ...shape, minItems: 1 }];
    const properties = shape['properties'] as Record<string, Json>;
    return Object.entries(properties)
      .filter(([, member]) => member['type'] !== 'boolean')
      .map(([name, member]) => {
        const filled = FILLED[member['type'] as string] ?? {};
        return { ...shape, required: [name], properties: { ...properties, [name]: { ...member, ...filled } } };
      });
  });
}

/** The condition that a body contains at least one input. */
function requiredInput(properties: Json, filters: Readonly<Record<FilterScope, Json>>): Json {
  const holds = (name: string) => name in properties;
  if (holds('company_network_url') && holds('domain'))
    return { anyOf: [{ required: ['company_network_url'] }, { required: ['domain'] }] };
  const scope = holds('job') ? 'job' : 'people';
  if (!holds('company') || !holds(scope)) return {};
  const filled = { anyOf: anyGiven(filters[scope]['properties'] as Json, FILTERS[scope]) };
  return { anyOf: [{ required: ['company'] }, { required: [scope], properties: { [scope]: filled } }] };
}
