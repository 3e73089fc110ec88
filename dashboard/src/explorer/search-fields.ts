// The forms of the explorer, derived from the field table: which fields a search has, how each is filled and what it is called.
import { type ChoiceFilter, FILTERS, type Filter, type FilterScope } from '../../../src/contract/fields.ts';

export type SearchKind = 'people' | 'companies' | 'jobs';

export const SEARCH_KINDS: readonly SearchKind[] = ['people', 'companies', 'jobs'];

/** Titles, paths and facets of each search. */
export const SEARCHES: Readonly<
  Record<SearchKind, { readonly title: string; readonly path: string; readonly scopes: readonly FilterScope[] }>
> = {
  people: { title: 'People', path: '/v2/search/people', scopes: ['people', 'company'] },
  companies: { title: 'Companies', path: '/v2/search/companies', scopes: ['company'] },
  jobs: { title: 'Jobs', path: '/v2/jobs/search', scopes: ['job', 'company'] },
};

export const SCOPE_TITLES: Readonly<Record<FilterScope, string>> = {
  company: 'Company',
  people: 'Person',
  job: 'Opening',
};

type FieldFilter = Exclude<Filter, { shape: 'group' }>;

/** A filter as a field of a form. */
export interface SearchField {
  /** Its place in the body: `company.hq.city`. */
  readonly path: string;
  readonly scope: FilterScope;
  readonly filter: FieldFilter;
  readonly label: string;
}

/** Words that need a longer label. */
const LABELS: Readonly<Record<string, string>> = {
  country_code: 'Country',
  employee_range: 'Employees',
  network_url: 'Profile URL',
  min_network_followers: 'Minimum followers',
  max_per_company: 'Maximum people per employer',
  updated_at: 'Last seen',
  posted_at: 'Posted',
  'company.hq.state': 'State',
  min_connections_count: 'Minimum connections',
  min_title_confidence: 'Minimum confidence of the department (%)',
  'people.job_title': 'Job title',
  'people.job_level': 'Seniority',
  'people.job_function': 'Department',
};

function labelOf(path: string, name: string): string {
  const words = name.replaceAll('_', ' ');
  return LABELS[path] ?? LABELS[name] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The fields of a filter; of an alias group only the fields without another name. */
function fieldsOf(filter: Filter, prefix: string, { scope, known }: Place): SearchField[] {
  const path = `${prefix}.${filter.name}`;
  if (filter.shape === 'group') {
    const further = filter.filters.filter(({ name }) => !known.has(name));
    return further.flatMap((inner) => fieldsOf(inner, path, { scope, known }));
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
    return FILTERS[scope].flatMap((filter) => fieldsOf(filter, scope, { scope, known }));
  });
}

/** The fields of each search in the order of its form. */
export const SEARCH_FIELDS: Readonly<Record<SearchKind, readonly SearchField[]>> = {
  people: fieldsIn('people'),
  companies: fieldsIn('companies'),
  jobs: fieldsIn('jobs'),
};

/** A field whose values are counted with each search: none of a group. */
export function isFacet({ scope, filter }: SearchField): boolean {
  const isCounted = filter.shape === 'choice' || (filter.shape === 'range' && filter.labels);
  return isCounted && FILTERS[scope].includes(filter);
}

/** The closed list of a field. */
export function listOf({ filter }: SearchField): ChoiceFilter['list'] | null {
  if (filter.shape === 'choice') return filter.list;
  return filter.shape === 'range' && filter.labels ? 'employee_range' : null;
}

/** True if a field accepts excluded values. */
export function excludes({ filter }: SearchField): boolean {
  return filter.shape === 'words' || (filter.shape === 'choice' && filter.excludes);
}
