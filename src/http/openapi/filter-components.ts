// The filters of request bodies as components of the OpenAPI document. Each shape of a filter has a name, which client
// generators give to its type. The rule that a filter is not empty is a condition apart, since generators of clients
// would otherwise make a type of each of its alternatives.
import { FILTERS, type Filter, type IdentityFilter } from '../../contract/fields.ts';
import { filterObject } from '../../contract/schemas/filter-schema.ts';
import { type Json, withReferences } from './schemas.ts';
import { reference, TEXT_OF_LIST } from './text-components.ts';

/** The filter of a schema as a reference to its component; numbers have none. */
export function filterReference(schema: Json, filter: Filter): Json {
  const name = nameOf(filter);
  return name === null ? schema : { ...reference(name), description: schema['description'] };
}

/** The components of all filters, and of the objects that are one form of a filter. */
export function filterComponents(): Json {
  const found: Record<string, Json> = {};
  for (const scope of ['company', 'people', 'job'] as const)
    addComponents(withReferences(filterObject(scope))['properties'] as Json, FILTERS[scope], found);
  return found;
}

function addComponents(properties: Json, filters: readonly Filter[], found: Record<string, Json>): void {
  for (const filter of filters) {
    const name = nameOf(filter);
    const { description: _, ...schema } = properties[filter.name] as Json;
    if (name === null) continue;
    if (filter.shape === 'group') addComponents(schema['properties'] as Json, filter.filters, found);
    const exact = definitionOf(schema, filter);
    const object = (exact['anyOf'] as readonly Json[] | undefined)?.find(({ type }) => type === 'object');
    if (object === undefined) {
      found[name] = exact;
      continue;
    }
    const ofObject = filter.shape === 'range' ? 'NumberRange' : `${name}Object`;
    const forms = exact['anyOf'] as readonly Json[];
    found[ofObject] = object;
    found[name] = { anyOf: forms.map((form) => (form === object ? reference(ofObject) : form)) };
  }
}

function nameOf(filter: Filter): string | null {
  switch (filter.shape) {
    case 'words':
      return filter.readsWithHeadline ? 'TitleFilter' : 'TextFilter';
    case 'choice':
      return `${TEXT_OF_LIST[filter.list]}Filter`;
    case 'range':
      return filter.labels ? 'SizeFilter' : 'NumberRange';
    case 'at_least':
    case 'per_company':
      return null;
    case 'dates':
      return 'DateRange';
    case 'identity':
      return `${identityOf(filter)}Filter`;
    case 'group':
      return GROUPS.get(filter) ?? null;
  }
}

/** The names of the filters that contain filters. */
const GROUPS = new Map<Filter, string>(
  (
    [
      ['company', 'hq', 'HeadquartersFilter'],
      ['people', 'location', 'PersonLocationFilter'],
      ['job', 'location', 'JobLocationFilter'],
    ] as const
  ).map(([scope, name, component]) => [FILTERS[scope].find((filter) => filter.name === name) as Filter, component]),
);

function definitionOf(schema: Json, filter: Filter): Json {
  switch (filter.shape) {
    case 'words':
      return withEntries(schema, reference('SearchText'));
    case 'choice':
      return withEntries(schema, reference(TEXT_OF_LIST[filter.list]));
    case 'range':
      return withEntries(schema, reference('SizeLabel'));
    case 'at_least':
    case 'per_company':
      return schema;
    case 'dates':
      return withDates(schema);
    case 'identity':
      return withEntries(schema, reference(identityOf(filter)));
    case 'group':
      return { ...schema, properties: withFilters(schema['properties'] as Json, filter.filters) };
  }
}

function withFilters(properties: Json, filters: readonly Filter[]): Json {
  return Object.fromEntries(
    filters.map((filter) => [filter.name, filterReference(properties[filter.name] as Json, filter)]),
  );
}

function identityOf({ by, of }: IdentityFilter): string {
  if (by === 'domain') return 'Domain';
  return of === 'company' ? 'CompanyUrl' : 'PersonUrl';
}

function withDates(schema: Json): Json {
  const properties = Object.entries(schema['properties'] as Record<string, Json>);
  return {
    ...schema,
    properties: Object.fromEntries(properties.map(([key, one]) => [key, { ...one, format: 'date' }])),
  };
}

/** The schema with these entries in each list in it. */
function withEntries(schema: Json, items: Json): Json {
  if (schema['type'] === 'array') return { ...schema, items };
  const { anyOf, properties } = schema as { anyOf?: readonly Json[]; properties?: Record<string, Json> };
  const inside = (one: Json) => withEntries(one, items);
  return {
    ...schema,
    ...(anyOf ? { anyOf: anyOf.map(inside) } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, inside(one)])) }
      : {}),
  };
}

/** The condition that an object has at least one of these filters that is not empty. */
export function anyGiven(filters: readonly Filter[]): Json {
  const conditions = filters.flatMap((filter) => {
    const condition = given(filter);
    return condition === null ? [] : [{ required: [filter.name], properties: { [filter.name]: condition } }];
  });
  return { anyOf: conditions };
}

const LIST_GIVEN: Json = { type: 'array', minItems: 1 };
const memberGiven = (name: string, condition: Json): Json => ({
  type: 'object',
  required: [name],
  properties: { [name]: condition },
});
const INCLUDES = memberGiven('include', LIST_GIVEN);
const EXCLUDES = memberGiven('exclude', LIST_GIVEN);
const NUMBER_GIVEN: Json = { type: 'integer', minimum: 1 };

/** The condition under which a filter is not empty; null if it is no filter of its own. */
function given(filter: Filter): Json | null {
  switch (filter.shape) {
    case 'words':
      return { anyOf: [LIST_GIVEN, INCLUDES, EXCLUDES] };
    case 'choice':
      return { anyOf: [LIST_GIVEN, INCLUDES, ...(filter.excludes ? [EXCLUDES] : [])] };
    case 'range': {
      const ends = ['min', 'max'].map((end) => memberGiven(end, NUMBER_GIVEN));
      return { anyOf: [...ends, ...(filter.labels ? [LIST_GIVEN] : [])] };
    }
    case 'at_least':
      return NUMBER_GIVEN;
    case 'per_company':
      return null;
    case 'dates':
      return { anyOf: [{ required: ['from'] }, { required: ['to'] }] };
    case 'identity':
      return { anyOf: [LIST_GIVEN, INCLUDES] };
    case 'group':
      return anyGiven(filter.filters);
  }
}
