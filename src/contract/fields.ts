// The field table: everything a search can be asked about. Request schemas, planning, OpenAPI, reference pages and the import of
// closed values are derived from it. How a filter becomes a query is search/plan.ts.
import type { ListName } from './values.ts';

/** The filter objects of the request bodies. */
export type FilterScope = 'company' | 'people' | 'job';

/** Closed values of a document. `hq_country` is the company's, `country` the person's; both hold ISO alpha-2 codes. */
export type ValueField = 'industry' | 'type' | 'hq_country' | 'country' | 'job_level' | 'job_function';

/**
 * Texts of a document that are searched by words. Of the company: name, about, specialties (each one a text of its own for
 * brackets, one text for words), industry_name, hq_city. Of the person: city, job_title, headline. Of the job row: opening_title.
 */
export type TextField =
  | 'name'
  | 'about'
  | 'specialties'
  | 'industry_name'
  | 'hq_city'
  | 'city'
  | 'job_title'
  | 'headline'
  | 'opening_title';

/** Numbers of a document. */
export type NumberField = 'employee_count' | 'connections_count';

/** `{include, exclude}` of values that are read by words. */
export interface WordsFilter {
  readonly shape: 'words';
  readonly reads: readonly TextField[];
  /** Texts read beside `reads` where the filter's `include_headline` is true. */
  readonly readsWithHeadline?: readonly TextField[];
  /** Whether job title abbreviations and their long forms meet. */
  readonly abbreviations: boolean;
}

/** Closed values: `{include, exclude}`, or where `excludes` is false a plain array. */
export interface ChoiceFilter {
  readonly shape: 'choice';
  readonly list: ListName;
  readonly excludes: boolean;
  /** Continents and sales regions read the country, by the table of countries. */
  readonly reads: ValueField;
  /** Also the values that stand in the data, beside those of the list. */
  readonly orPresent: boolean;
}

/** `{min, max}`, both ends included; where `labels` is true also an array of size labels. */
export interface RangeFilter {
  readonly shape: 'range';
  readonly reads: NumberField;
  readonly labels: boolean;
}

/** A whole number: at least. */
export interface AtLeastFilter {
  readonly shape: 'at_least';
  readonly reads: NumberField;
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
  /** Set where the name is accepted for the sake of existing clients: the documented way to say the same. */
  readonly aliasOf?: string;
} & (WordsFilter | ChoiceFilter | RangeFilter | AtLeastFilter | GroupFilter);

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
      name: 'hq',
      shape: 'group',
      aliasOf: 'country_code, continent and sales_region',
      description: 'Location of the headquarters',
      filters: [
        ...ofHeadquarters,
        { name: 'city', ...words('hq_city'), description: 'Words in the city of the headquarters' },
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
  ],
};
