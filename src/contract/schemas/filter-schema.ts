// JSON Schemas of the filter objects in request bodies, derived from the field table. They define the shape of a value;
// the planner checks it against its list (the data may add industries).

import { FILTERS, type Filter, type FilterScope } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { LISTS } from '../vocabularies/values.ts';
import { Type } from './schema-types.ts';

/** A filter object from the request, of which only the shape has been validated. */
export type FilterObject = Readonly<Record<string, unknown>>;

type Json = Record<string, unknown>;

const entry: Json = { type: 'string', maxLength: LIMITS.filterStringMax };
const entries = (items: Json = entry): Json => ({ type: 'array', items, maxItems: LIMITS.filterEntriesMax });
/** The planner checks that the date exists in the calendar. */
const date: Json = { type: 'string', maxLength: LIMITS.filterStringMax };
const object = (properties: Json, description?: string): Json => ({
  type: 'object',
  ...(description === undefined ? {} : { description }),
  additionalProperties: false,
  properties,
});

const HEADLINE_ALIAS = {
  type: 'boolean',
  description: 'Alias of include_headline; the headline is searched if either is true',
} as const;

function shapeOf(filter: Filter): Json {
  switch (filter.shape) {
    case 'words': {
      const headline = filter.readsWithHeadline
        ? { include_headline: { type: 'boolean' }, include_network_headline: HEADLINE_ALIAS }
        : {};
      return { anyOf: [object({ include: entries(), exclude: entries(), ...headline }), entries()] };
    }
    case 'choice': {
      const items = LISTS[filter.list].length > 60 ? entry : { ...entry, examples: LISTS[filter.list] };
      const list = entries(items);
      return filter.excludes
        ? { anyOf: [object({ include: list, exclude: list }), list] }
        : { anyOf: [list, object({ include: list })] };
    }
    case 'range': {
      const end = { type: 'integer', minimum: 0 };
      const range = object({ min: end, max: end });
      return filter.labels ? { anyOf: [range, entries({ ...entry, examples: LISTS.employee_range })] } : range;
    }
    case 'at_least':
      return { type: 'integer', minimum: 0, ...(filter.max === undefined ? {} : { maximum: filter.max }) };
    case 'dates':
      return object({ from: date, to: date });
    case 'identity': {
      const list = entries({ type: 'string', minLength: 1, maxLength: LIMITS.urlLengthMax });
      return { anyOf: [list, object({ include: list })] };
    }
    case 'per_company':
      return { type: 'integer', minimum: 1, maximum: LIMITS.perCompanyMax };
    case 'group':
      return object(propertiesOf(filter.filters));
  }
}

function describe(filter: Filter): string {
  return filter.aliasOf ? `${filter.description}. Alias of ${filter.aliasOf}.` : `${filter.description}.`;
}

function propertiesOf(filters: readonly Filter[]): Json {
  return Object.fromEntries(
    filters.map((filter) => [filter.name, { description: describe(filter), ...shapeOf(filter) }]),
  );
}

/** The filters of a scope as properties, for bodies that have them at the top level. */
export function filterProperties(scope: FilterScope) {
  const properties = propertiesOf(FILTERS[scope]);
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, Type.Optional(Type.Unsafe<unknown>(schema as Json))]),
  );
}

/** The filter object of a scope. */
export function filterObject(scope: FilterScope) {
  return Type.Unsafe<FilterObject>(
    object(propertiesOf(FILTERS[scope]), `Filters on the ${scope}; all given filters must match.`),
  );
}
