// The search fields and filters, derived from the record table. Request schemas, planning, OpenAPI, reference pages and
// the explorer's forms are derived from them. search/plan.ts turns a filter into a query.
import type { COMPANY } from './record-table/company-members.ts';
import type { FieldFilter, Members, SearchedAs } from './record-table/member.ts';
import type { OPENING } from './record-table/opening-members.ts';
import type { PERSON } from './record-table/person-members.ts';
import type { EXPERIENCE } from './record-table/position-members.ts';
import { RECORDS } from './record-table/records.ts';
import type { ListName } from './vocabularies/values.ts';

/** The filter objects of the request bodies. */
export type FilterScope = 'company' | 'people' | 'job';

/** The documents that a search returns: positions of people, companies, or job rows. */
export type Space = 'people' | 'companies' | 'jobs';

/** The documents that contain fields: those of the searches, and the openings of job rows. */
export type FieldSpace = Space | 'openings';

interface FieldOfSpace {
  /**
   * The kind of document that contains the field. Company fields also apply to people and job rows, through the
   * employer. Fields of openings apply to job rows: one opening must satisfy all clauses on them.
   */
  readonly space: FieldSpace;
  /** True if a document can hold several texts. */
  readonly list?: true;
  /** The document field that it reads, if that has another name. */
  readonly of?: string;
  /** Whether autocomplete suggests its values. */
  readonly suggested?: true;
}

/** A closed value, such as a country code; countries are ISO alpha-2. */
interface ValueSearchField extends FieldOfSpace {
  readonly kind: 'value';
}

/** A text that is searched by words; the record table describes the kinds of texts. */
interface WordsSearchField extends FieldOfSpace {
  readonly kind: 'words';
  readonly texts: 'own' | 'shared' | 'numbered';
}

/** A whole number of 0 or more; dates are days since 1970-01-01. */
interface NumberSearchField extends FieldOfSpace {
  readonly kind: 'number';
}

type SearchField = ValueSearchField | WordsSearchField | NumberSearchField;

/** The search fields that one row of the record table declares. */
type FieldsOfRow<Row, In extends Space> = Row extends { searched: infer Fields }
  ? { readonly [Name in keyof Fields]: FieldOf<Fields[Name], In, Row> }
  : never;
type FieldOf<As, In extends Space, Row> = {
  readonly space: As extends { space: 'openings' } ? 'openings' : In;
} & (As extends { kind: 'number' | 'date' }
  ? { readonly kind: 'number' }
  : Pick<As, Extract<keyof As, 'kind' | 'texts' | 'of'>>) &
  (As extends { suggested: true } ? { readonly suggested: true } : unknown) &
  (Row extends { kind: 'texts' | 'entries' } ? { readonly list: true } : unknown);

type Together<Union> = (Union extends unknown ? (fields: Union) => void : never) extends (fields: infer All) => void
  ? All
  : never;
type FieldsIn<Rows, In extends Space> = { [Name in keyof Rows]: FieldsOfRow<Rows[Name], In> }[keyof Rows];

type SearchFields = Together<
  | FieldsIn<typeof COMPANY, 'companies'>
  | FieldsIn<typeof OPENING, 'jobs'>
  | FieldsIn<typeof PERSON, 'people'>
  | FieldsIn<typeof EXPERIENCE, 'people'>
>;
export type SearchFieldName = keyof SearchFields;
export type FieldsWhere<Row> = {
  [Name in SearchFieldName]: SearchFields[Name] extends Row ? Name : never;
}[SearchFieldName];

export type ValueField = FieldsWhere<{ kind: 'value' }>;
export type TextField = FieldsWhere<{ kind: 'words' }>;
export type NumberField = FieldsWhere<{ kind: 'number' }>;
export type FieldIn<In extends FieldSpace> = FieldsWhere<{ space: In }>;
export type SuggestedFieldName = FieldsWhere<{ suggested: true }>;

/** A search field as declared in a row of the record table. */
interface DeclaredField {
  readonly name: SearchFieldName;
  readonly scope: FilterScope;
  readonly space: FieldSpace;
  /** Name of the row. */
  readonly member: string;
  readonly isList: boolean;
  readonly as: SearchedAs;
}

const SPACES: readonly FieldSpace[] = ['companies', 'jobs', 'openings', 'people'];

/**
 * In the order in which an edition is written: by space, with fields that have columns of their own last in each space.
 */
const DECLARED: readonly DeclaredField[] = [
  ...declaredIn(RECORDS.company, 'company', 'companies'),
  ...declaredIn(RECORDS.opening, 'job', 'jobs'),
  ...declaredIn(RECORDS.person, 'people', 'people'),
  ...declaredIn(RECORDS.person.experiences.members, 'people', 'people'),
].toSorted((a, b) => SPACES.indexOf(a.space) - SPACES.indexOf(b.space) || Number(isApart(a)) - Number(isApart(b)));

function isApart({ as }: DeclaredField): boolean {
  return as.apart === true;
}

function declaredIn(rows: Members, scope: FilterScope, space: Space): DeclaredField[] {
  return Object.entries(rows).flatMap(([member, { kind, searched = {} }]) =>
    Object.entries(searched).map(([name, as]) => {
      const isList = kind === 'texts' || kind === 'entries';
      return { name: name as SearchFieldName, scope, space: as.space ?? space, member, isList, as };
    }),
  );
}

/**
 * The searchable fields. Documents, the columns and terms of an edition, and query evaluation are derived from them.
 * Terms are written in this order.
 */
export const SEARCH_FIELDS = Object.fromEntries(
  DECLARED.map((declared) => [declared.name, searchField(declared)]),
) as unknown as SearchFields;

/** The member that a search field reads. */
export interface FieldSource extends Pick<DeclaredField, 'name' | 'space' | 'member' | 'isList'> {
  readonly as: SearchedAs;
}

/** Search fields that are members of the records themselves, not of their positions, in table order. */
export const FIELD_SOURCES: readonly FieldSource[] = [
  ...declaredIn(RECORDS.company, 'company', 'companies'),
  ...declaredIn(RECORDS.person, 'people', 'people'),
].filter(({ as }) => as.of === undefined);

/** Fields that the writer of their space stores in columns of its own. */
export const SEPARATELY_STORED_FIELDS: readonly SearchFieldName[] = DECLARED.filter(isApart).map(({ name }) => name);

function searchField({ space, isList, as: { kind, texts, of, suggested } }: DeclaredField): SearchField {
  const field = {
    space,
    kind: kind === 'date' ? 'number' : kind,
    ...(texts === undefined ? {} : { texts }),
    ...(isList ? { list: true } : {}),
    ...(of === undefined ? {} : { of }),
    ...(suggested ? { suggested } : {}),
  };
  return field as SearchField;
}

export function isSuggested(name: SearchFieldName): name is SuggestedFieldName {
  return 'suggested' in SEARCH_FIELDS[name];
}

/** The type of a field's value in a document. */
export type DocumentValue<Name extends SearchFieldName> = SearchFields[Name] extends { kind: 'number' }
  ? number | null
  : SearchFields[Name] extends { list: true }
    ? readonly string[]
    : string | null;

/** The names of the fields of this kind, in table order. */
export const VALUE_FIELDS = namesOf('value') as readonly ValueField[];
export const NUMBER_FIELDS = namesOf('number') as readonly NumberField[];

function namesOf(kind: string): readonly SearchFieldName[] {
  return (Object.keys(SEARCH_FIELDS) as SearchFieldName[]).filter((name) => SEARCH_FIELDS[name].kind === kind);
}

/** `{include, exclude}`: values that are matched by words. */
export interface WordsFilter {
  readonly shape: 'words';
  readonly reads: readonly TextField[];
  /** Fields that are read in addition to `reads` if the filter's `include_headline` is true. */
  readonly readsWithHeadline?: readonly TextField[];
  /** True if job title abbreviations match their long forms. */
  readonly abbreviations: boolean;
}

/** `{include, exclude}` of closed values, or a plain array if `excludes` is false. */
export interface ChoiceFilter {
  readonly shape: 'choice';
  readonly list: ListName;
  readonly excludes: boolean;
  /** Continents and sales regions are matched through the country, using the table of countries. */
  readonly reads: ValueField;
  /** True if values that occur in the data are accepted in addition to those of the list. */
  readonly orPresent: boolean;
}

/** `{min, max}`, both inclusive; if `labels` is true, also an array of size labels. */
export interface RangeFilter {
  readonly shape: 'range';
  readonly reads: NumberField;
  readonly labels: boolean;
}

/** A whole number, the minimum; 0 has no effect. */
export interface AtLeastFilter {
  readonly shape: 'at_least';
  readonly reads: NumberField;
  /** The largest possible value of the field. */
  readonly max?: number;
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

/** Filters that read several fields, or none. */
const FURTHER: Readonly<Record<FilterScope, readonly Filter[]>> = {
  company: [
    {
      name: 'keywords',
      ...words('name', 'about', 'specialties', 'industry_name'),
      description: 'Words in name, about, specialties or industry',
    },
    ...ofHeadquarters,
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
      description: 'Domains of companies; a URL is reduced to its hostname',
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
    ...ofPerson,
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
        'Maximum number of people of one employer: the first in the order. People search requires another filter with it. People without an employer are not limited; facets count all matches',
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
      name: 'location',
      shape: 'group',
      description: 'Location of the opening',
      filters: [
        {
          name: 'country_code',
          ...choice('country', 'opening_country'),
          description: 'Country of the opening: ISO 3166-1 alpha-2 codes, or XK',
        },
        { name: 'city', ...words('opening_city'), description: 'Words in the city of the opening' },
      ],
    },
  ],
};

/** The filters shown first in forms and on reference pages; the others follow in the order of the record table. */
const FIRST: Readonly<Record<FilterScope, string>> = {
  company: `name keywords industry type country_code continent sales_region employee_range employee_count founded_year
    min_network_followers network_url domain hq`,
  people: `job_title job_level job_function country_code continent sales_region min_title_confidence min_connections_count
    min_connections name school skills updated_at network_url max_per_company location`,
  job: 'title job_level job_function posted_at location',
};

export const FILTERS: Readonly<Record<FilterScope, readonly Filter[]>> = {
  company: filtersOf('company'),
  people: filtersOf('people'),
  job: filtersOf('job'),
};

function filtersOf(scope: FilterScope): readonly Filter[] {
  const ofFields = DECLARED.filter((declared) => declared.scope === scope).flatMap(({ name, as }) =>
    (as.filters ?? []).map((filter) => filterOn(name, filter)),
  );
  const first = FIRST[scope].split(/\s+/);
  const placeOf = ({ name }: Filter) => (first.includes(name) ? first.indexOf(name) : first.length);
  return [...ofFields, ...FURTHER[scope]].toSorted((a, b) => placeOf(a) - placeOf(b));
}

function filterOn(field: SearchFieldName, filter: FieldFilter): Filter {
  switch (filter.shape) {
    case 'words': {
      const { readsWithHeadline, abbreviations = false, ...words } = filter;
      const reads = [field as TextField];
      return { ...words, reads, abbreviations, ...(readsWithHeadline ? { readsWithHeadline: ['headline'] } : {}) };
    }
    case 'choice': {
      const { excludes = false, orPresent = false } = filter;
      return { ...filter, reads: field as ValueField, excludes, orPresent };
    }
    case 'range':
      return { ...filter, reads: field as NumberField, labels: filter.labels ?? false };
    case 'at_least':
    case 'dates':
      return { ...filter, reads: field as NumberField };
  }
}
