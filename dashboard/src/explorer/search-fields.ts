// The search forms of the explorer, derived from the field table: the fields of each search, their types and their
// labels.
import { type ChoiceFilter, FILTERS, type Filter, type FilterScope } from '../../../src/contract/fields.ts';
import { SEARCH_TEXTS } from '../texts/search-texts.ts';

export type SearchKind = 'people' | 'companies' | 'jobs';

export const SEARCH_KINDS: readonly SearchKind[] = ['people', 'companies', 'jobs'];

interface SearchFacts {
  readonly title: string;
  /** Path of the endpoint that returns pages of records. */
  readonly path: string;
  /** Path of the endpoint that returns the free count for the same filters. */
  readonly countPath: string;
  readonly scopes: readonly FilterScope[];
}

/** Title and paths of each search. */
export const SEARCHES: Readonly<Record<SearchKind, SearchFacts>> = {
  people: {
    ...{ title: SEARCH_TEXTS.kinds.people, scopes: ['people', 'company'] },
    ...{ path: '/v2/search/people', countPath: '/v2/search/people/count' },
  },
  companies: {
    ...{ title: SEARCH_TEXTS.kinds.companies, scopes: ['company'] },
    ...{ path: '/v2/search/companies', countPath: '/v2/search/companies/count' },
  },
  jobs: {
    ...{ title: SEARCH_TEXTS.kinds.jobs, scopes: ['job', 'company'] },
    ...{ path: '/v2/jobs/search', countPath: '/v2/jobs/count' },
  },
};

type FieldFilter = Exclude<Filter, { shape: 'group' }>;

/** A filter as a form field. */
export interface SearchField {
  /** Path in the body, such as `company.hq.city`. */
  readonly path: string;
  readonly scope: FilterScope;
  readonly filter: FieldFilter;
  readonly label: string;
}

function labelOf(path: string, name: string): string {
  const words = name.replaceAll('_', ' ');
  return SEARCH_TEXTS.labels[path] ?? SEARCH_TEXTS.labels[name] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The fields of a filter; for a group of aliases only the fields that have no other name. */
function searchFieldsOf(filter: Filter, prefix: string, { scope, known }: Place): SearchField[] {
  const path = `${prefix}.${filter.name}`;
  if (filter.shape === 'group') {
    const further = filter.filters.filter(({ name }) => !known.has(name));
    return further.flatMap((inner) => searchFieldsOf(inner, path, { scope, known }));
  }
  return filter.aliasOf === undefined ? [{ path, scope, filter, label: labelOf(path, filter.name) }] : [];
}

interface Place {
  readonly scope: FilterScope;
  readonly known: ReadonlySet<string>;
}

function fieldsIn(kind: SearchKind): readonly SearchField[] {
  return SEARCHES[kind].scopes.flatMap((scope) => {
    const known = new Set(FILTERS[scope].map(({ name }) => name));
    return FILTERS[scope].flatMap((filter) => searchFieldsOf(filter, scope, { scope, known }));
  });
}

/** The fields of each search, in the order of its form. */
export const SEARCH_FIELDS: Readonly<Record<SearchKind, readonly SearchField[]>> = {
  people: fieldsIn('people'),
  companies: fieldsIn('companies'),
  jobs: fieldsIn('jobs'),
};

/** The fields of a form under one heading. */
export interface FieldGroup {
  readonly key: string;
  readonly title: string;
  readonly fields: readonly SearchField[];
}

type GroupKey = keyof typeof SEARCH_TEXTS.groups;

const ROLE = /^people\.(job_|min_title)/;
const PLACE = /^people\.(country|continent|sales_region|location)/;
const HEADQUARTERS = /^company\.(country|continent|sales_region|hq\.)/;

/** The group is found by path, so that a new filter has a group too. */
function groupOf({ path, scope, filter }: SearchField): GroupKey {
  if (filter.shape === 'per_company') return 'results';
  if (scope === 'job') return 'opening';
  if (scope === 'company') return HEADQUARTERS.test(path) ? 'hq' : 'company';
  return ROLE.test(path) ? 'role' : PLACE.test(path) ? 'place' : 'person';
}

/** The groups of a search, in the order of its form. */
export function fieldGroups(kind: SearchKind): readonly FieldGroup[] {
  const grouped = Map.groupBy(SEARCH_FIELDS[kind], groupOf);
  return (Object.keys(SEARCH_TEXTS.groups) as GroupKey[]).flatMap((key) => {
    const fields = grouped.get(key);
    return fields ? [{ key, title: SEARCH_TEXTS.groups[key], fields }] : [];
  });
}

/** The label of a field outside its group: `Company country`. */
export function fullLabel({ scope, label }: SearchField, kind: SearchKind): string {
  return scope === 'company' && kind !== 'companies' ? SEARCH_TEXTS.ofCompany(label) : label;
}

/** Returns true if the values of the field are counted with each search. Fields of a group are not. */
export function isFacet({ scope, filter }: SearchField): boolean {
  const isCounted = filter.shape === 'choice' || (filter.shape === 'range' && filter.labels);
  return isCounted && FILTERS[scope].includes(filter);
}

/** The closed list of values of a field. */
export function listOf({ filter }: SearchField): ChoiceFilter['list'] | null {
  if (filter.shape === 'choice') return filter.list;
  return filter.shape === 'range' && filter.labels ? 'employee_range' : null;
}

/** Returns true if a field accepts excluded values. */
export function excludes({ filter }: SearchField): boolean {
  return filter.shape === 'words' || (filter.shape === 'choice' && filter.excludes);
}
