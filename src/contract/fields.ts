// The field table: every searchable field and every filter. Request schemas, planning, OpenAPI, reference pages and the
// import of closed values are derived from it. search/plan.ts turns a filter into a query.
import type { ListName } from './values.ts';

/** The filter objects of the request bodies. */
export type FilterScope = 'company' | 'people' | 'job';

/** The documents that a search returns: positions of people, companies, or job rows. */
export type Space = 'people' | 'companies' | 'jobs';

interface SearchField {
  /** The kind of document that holds the field. Company fields also apply to the other spaces through the employer. */
  readonly space: Space;
  /** True if a document can hold several texts. */
  readonly list?: true;
  /** The document field to read, if it has another name. */
  readonly of?: string;
  /** Whether autocomplete suggests its values. */
  readonly suggested?: true;
}

/** A closed value, such as a country code; countries are ISO alpha-2. */
interface ValueSearchField extends SearchField {
  readonly kind: 'value';
}

/**
 * A text that is searched by words. `own`: each document has its own (names); `shared`: many documents share it
 * (cities); `numbered`: shared, and shown by autocomplete in its original spelling (titles).
 */
interface WordsSearchField extends SearchField {
  readonly kind: 'words';
  readonly texts: 'own' | 'shared' | 'numbered';
}

/** A whole number of 0 or more; dates are days since 1970-01-01. */
interface NumberSearchField extends SearchField {
  readonly kind: 'number';
}

/**
 * The searchable fields. Documents, the columns and terms of an edition, and the evaluation of queries are derived from
 * this table. Terms are written in its order.
 */
export const SEARCH_FIELDS = {
  industry: { space: 'companies', kind: 'value', suggested: true },
  type: { space: 'companies', kind: 'value' },
  hq_country: { space: 'companies', kind: 'value' },
  name: { space: 'companies', kind: 'words', texts: 'own', suggested: true },
  about: { space: 'companies', kind: 'words', texts: 'own' },
  specialties: { space: 'companies', kind: 'words', texts: 'shared', list: true },
  industry_name: { space: 'companies', kind: 'words', texts: 'shared', of: 'industry' },
  hq_city: { space: 'companies', kind: 'words', texts: 'shared', suggested: true },
  hq_state: { space: 'companies', kind: 'words', texts: 'shared', suggested: true },
  employee_count: { space: 'companies', kind: 'number' },
  founded_year: { space: 'companies', kind: 'number' },
  followers: { space: 'companies', kind: 'number' },
  opening_level: { space: 'jobs', kind: 'value' },
  opening_function: { space: 'jobs', kind: 'value' },
  opening_title: { space: 'jobs', kind: 'words', texts: 'numbered', suggested: true },
  country: { space: 'people', kind: 'value' },
  city: { space: 'people', kind: 'words', texts: 'shared', suggested: true },
  full_name: { space: 'people', kind: 'words', texts: 'own' },
  schools: { space: 'people', kind: 'words', texts: 'shared', list: true, suggested: true },
  skills: { space: 'people', kind: 'words', texts: 'shared', list: true, suggested: true },
  connections_count: { space: 'people', kind: 'number' },
  updated_day: { space: 'people', kind: 'number' },
  job_level: { space: 'people', kind: 'value' },
  job_function: { space: 'people', kind: 'value' },
  job_title: { space: 'people', kind: 'words', texts: 'numbered', suggested: true },
  headline: { space: 'people', kind: 'words', texts: 'own' },
} as const satisfies Readonly<Record<string, ValueSearchField | WordsSearchField | NumberSearchField>>;

type SearchFields = typeof SEARCH_FIELDS;
export type SearchFieldName = keyof SearchFields;
export type FieldsWhere<Row> = {
  [Name in SearchFieldName]: SearchFields[Name] extends Row ? Name : never;
}[SearchFieldName];

export type ValueField = FieldsWhere<{ kind: 'value' }>;
export type TextField = FieldsWhere<{ kind: 'words' }>;
export type NumberField = FieldsWhere<{ kind: 'number' }>;
export type FieldIn<In extends Space> = FieldsWhere<{ space: In }>;
export type SuggestedFieldName = FieldsWhere<{ suggested: true }>;

export function isSuggested(name: SearchFieldName): name is SuggestedFieldName {
  return 'suggested' in SEARCH_FIELDS[name];
}

/** The type of a field's value in a document. */
export type DocumentValue<Name extends SearchFieldName> = SearchFields[Name] extends { kind: 'number' }
  ? number | null
  : SearchFields[Name] extends { list: true }
    ? readonly string[]
    : string | null;

/** The names of the fields of one kind, in the order of the table. */
export const VALUE_FIELDS = namesOf('value') as readonly ValueField[];
export const NUMBER_FIELDS = namesOf('number') as readonly NumberField[];

function namesOf(kind: string): readonly SearchFieldName[] {
  return (Object.keys(SEARCH_FIELDS) as SearchFieldName[]).filter((name) => SEARCH_FIELDS[name].kind === kind);
}

/** `{include, exclude}` of values that are matched by words. */
export interface WordsFilter {
  readonly shape: 'words';
  readonly reads: readonly TextField[];
  /** Texts that are read in addition to `reads` if the filter's `include_headline` is true. */
  readonly readsWithHeadline?: readonly TextField[];
  /** True if job title abbreviations match their long forms. */
  readonly abbreviations: boolean;
}

/** Closed values: `{include, exclude}`, or a plain array if `excludes` is false. */
export interface ChoiceFilter {
  readonly shape: 'choice';
  readonly list: ListName;
  readonly excludes: boolean;
  /** Continents and sales regions are matched through the country, by the table of countries. */
  readonly reads: ValueField;
  /** True if values found in the data are accepted in addition to those of the list. */
  readonly orPresent: boolean;
}

/** `{min, max}`, both inclusive; if `labels` is true, also an array of size labels. */
export interface RangeFilter {
  readonly shape: 'range';
  readonly reads: NumberField;
  readonly labels: boolean;
}

/** A whole number, the minimum. 0 is no filter. */
export interface AtLeastFilter {
  readonly shape: 'at_least';
  readonly reads: NumberField;
}

/** `{from, to}`: dates YYYY-MM-DD, both inclusive. */
export interface DatesFilter {
  readonly shape: 'dates';
  readonly reads: NumberField;
}

/** A list of record identifiers: profile URLs or domains. */
export interface IdentityFilter {
  readonly shape: 'identity';
  readonly of: 'company' | 'person';
  readonly by: 'network_url' | 'domain';
}

/** The maximum number of people of one employer in the result. */
export interface PerCompanyFilter {
  readonly shape: 'per_company';
}

/** An object of further filters. */
export interface GroupFilter {
  readonly shape: 'group';
  readonly filters: readonly Filter[];
}

export type Filter = {
  /** Name on the wire. */
  readonly name: string;
  readonly description: string;
  /** Set if the name is an alias for existing clients: the documented alternative. */
  readonly aliasOf?: string;
} & (
  | WordsFilter
  | ChoiceFilter
  | RangeFilter
  | AtLeastFilter
  | DatesFilter
  | IdentityFilter
  | PerCompanyFilter
  | GroupFilter
);

const words = (...reads: TextField[]) => ({ shape: 'words', reads, abbreviations: false }) as const;
const choice = (list: ListName, reads: ValueField) =>
  ({ shape: 'choice', list, reads, excludes: false, orPresent: false }) as const;

function placeFilters(country: ValueField, whose: string): Filter[] {
  return [
    {
      name: 'country_code',
      ...choice('country', country),
      description: `Country ${whose}: ISO 3166-1 alpha-2 codes, or XK`,
    },
    { name: 'continent', ...choice('continent', country), description: `Continent ${whose}` },
    { name: 'sales_region', ...choice('sales_region', country), description: `Sales region ${whose}` },
  ];
}

const ofHeadquarters = placeFilters('hq_country', 'of the headquarters');
const ofPerson = placeFilters('country', 'of the person');

export const FILTERS: Readonly<Record<FilterScope, readonly Filter[]>> = {
  company: [
    { name: 'name', ...words('name'), description: 'Words in the name' },
    {
      name: 'keywords',
      ...words('name', 'about', 'specialties', 'industry_name'),
      description: 'Words in name, about, specialties or industry',
    },
    {
      name: 'industry',
      ...choice('industry', 'industry'),
      excludes: true,
      orPresent: true,
      description: 'Industry of the closed list, or a value present in the data',
    },
    { name: 'type', ...choice('company_type', 'type'), excludes: true, description: 'Type of company' },
    ...ofHeadquarters,
    {
      name: 'employee_range',
      shape: 'range',
      reads: 'employee_count',
      labels: true,
      description: 'Number of employees, both ends included; an absent or zero max means no upper bound',
    },
    {
      name: 'employee_count',
      shape: 'range',
      reads: 'employee_count',
      labels: false,
      aliasOf: 'employee_range',
      description: 'Number of employees',
    },
    {
      name: 'founded_year',
      shape: 'range',
      reads: 'founded_year',
      labels: false,
      description: 'Year of foundation, both ends included; an absent or zero max is no upper end',
    },
    {
      name: 'min_network_followers',
      shape: 'at_least',
      reads: 'followers',
      description: 'At least this many followers of the profile',
    },
    {
      name: 'network_url',
      shape: 'identity',
      of: 'company',
      by: 'network_url',
      description: 'Profile URLs of companies, shape /company/{slug}',
    },
    {
      name: 'domain',
      shape: 'identity',
      of: 'company',
      by: 'domain',
      description: 'Domains of companies; a URL is brought to its hostname',
    },
    {
      name: 'hq',
      shape: 'group',
      aliasOf: 'country_code, continent and sales_region',
      description: 'Location of the headquarters',
      filters: [
        ...ofHeadquarters,
        { name: 'city', ...words('hq_city'), description: 'Words in the city of the headquarters' },
        { name: 'state', ...words('hq_state'), description: 'Words in the state or region of the headquarters' },
      ],
    },
  ],
  people: [
    {
      name: 'job_title',
      shape: 'words',
      reads: ['job_title'],
      readsWithHeadline: ['headline'],
      abbreviations: true,
      description: 'Words in the current title, and in the headline if include_headline is true',
    },
    { name: 'job_level', ...choice('job_level', 'job_level'), description: 'Seniority of the current position' },
    {
      name: 'job_function',
      ...choice('job_function', 'job_function'),
      description: 'Function of the current position',
    },
    ...ofPerson,
    {
      name: 'min_connections_count',
      shape: 'at_least',
      reads: 'connections_count',
      description: 'At least this many connections; sources cap the number at 500',
    },
    {
      name: 'min_connections',
      shape: 'at_least',
      reads: 'connections_count',
      aliasOf: 'min_connections_count',
      description: 'At least this many connections',
    },
    { name: 'name', ...words('full_name'), description: 'Words in the full name' },
    { name: 'school', ...words('schools'), description: 'Words in the name of one of the schools' },
    { name: 'skills', ...words('skills'), description: 'Words in one of the skills' },
    {
      name: 'updated_at',
      shape: 'dates',
      reads: 'updated_day',
      description: 'When the source last saw the record: dates in UTC, both ends included',
    },
    {
      name: 'network_url',
      shape: 'identity',
      of: 'person',
      by: 'network_url',
      description: 'Profile URLs of people, shape /in/{slug}',
    },
    {
      name: 'max_per_company',
      shape: 'per_company',
      description:
        'At most so many people of one employer: the first in the order. People without an employer are not limited; facets count all matches',
    },
    {
      name: 'location',
      shape: 'group',
      aliasOf: 'country_code, continent and sales_region',
      description: 'Location of the person',
      filters: [...ofPerson, { name: 'city', ...words('city'), description: 'Words in the city of the person' }],
    },
  ],
  job: [
    {
      name: 'title',
      shape: 'words',
      reads: ['opening_title'],
      abbreviations: true,
      description: 'Words in the title of the opening',
    },
    { name: 'job_level', ...choice('job_level', 'opening_level'), description: 'Seniority of the title' },
    { name: 'job_function', ...choice('job_function', 'opening_function'), description: 'Function of the title' },
  ],
};
