// The query of a watch: validated, stored as JSON, and planned for an edition.

import { companiesOfDomain } from '../api/company-of-domain.ts';
import type { ApiContext } from '../api/context.ts';
import { plannedSearch } from '../api/filtered-search.ts';
import { domainOf } from '../api/input.ts';
import { invalidAt, invalidInput, type Problem } from '../contract/errors.ts';
import type { FacetedOperation } from '../contract/facets.ts';
import type { FilterScope } from '../contract/fields.ts';
import { WATCHED_FIELDS, WatchBody, type WatchedField, type WatchSearch } from '../contract/resources/watches.ts';
import { validatorOf } from '../http/body/validate.ts';
import { parseNetworkUrl } from '../identity/network-url.ts';

export type SearchQuery = NonNullable<WatchBody['search']>;

/** A query in its stored form. `origin`: the id of the list or saved search of the dashboard. */
export type StoredQuery = ({ readonly search: SearchQuery } | { readonly fields: readonly WatchedField[] }) & {
  readonly origin?: string;
};

const OPERATIONS: Readonly<Record<WatchSearch, FacetedOperation>> = {
  people: 'people-search',
  companies: 'company-search',
  jobs: 'job-search',
};
const SCOPES: Readonly<Record<WatchSearch, readonly FilterScope[]>> = {
  people: ['company', 'people'],
  companies: ['company'],
  jobs: ['company', 'job'],
};

const bodyProblems = validatorOf(WatchBody);

/** The body of a new watch; INVALID_INPUT if it is wrong. Its filters are checked by `planned`. */
export function watchBody(body: unknown): WatchBody {
  const problems: readonly Problem[] = bodyProblems(body);
  if (problems.length > 0) throw invalidInput(problems);
  const { search, records, fields } = body as WatchBody;
  if ((search === undefined) === (records === undefined)) throw invalidAt('', 'send either search or records');
  if (search !== undefined && fields !== undefined)
    throw invalidAt('fields', 'is for records only; omit it with a search');
  if (search !== undefined) checkScopes(search);
  return body as WatchBody;
}

function checkScopes({ kind, people, ...filters }: SearchQuery): void {
  for (const scope of ['company', 'people', 'job'] as const) {
    const given = scope === 'people' ? people : filters[scope];
    if (given !== undefined && !SCOPES[kind].includes(scope))
      throw invalidAt(`search.${scope}`, `is no filter of ${kind}; use ${SCOPES[kind].join(' or ')}`);
  }
  if (people !== undefined && Object.hasOwn(people, 'max_per_company'))
    throw invalidAt('search.people.max_per_company', 'a watch reports every match; omit it');
}

/** The query for the serving edition; INVALID_INPUT, with paths below `search`, if a filter is wrong. */
export function planned({ kind, ...filters }: SearchQuery, context: ApiContext) {
  return plannedSearch(OPERATIONS[kind], filters, context);
}

/** Plans the stored filters of a watch again. A value that no longer occurs in the data matches nothing. */
export function plannedAgain({ kind, ...filters }: SearchQuery, context: ApiContext) {
  return plannedSearch(OPERATIONS[kind], filters, context, true);
}

/** The fields that a watch of records reports. */
export function reportedFields(fields: readonly WatchedField[] | undefined): readonly WatchedField[] {
  return fields ?? [...WATCHED_FIELDS.person, ...WATCHED_FIELDS.company];
}

/** The fields that a listed record has, such as `p12`. */
export function watchedFieldsOf(record: string): readonly WatchedField[] {
  return WATCHED_FIELDS[record.startsWith('p') ? 'person' : 'company'];
}

/**
 * The record of an entry of the list, such as `p12`; null if there is none. A domain with several companies gives the
 * first.
 */
export async function recordNamed(text: string, at: number, { lookups }: ApiContext): Promise<string | null> {
  const person = parseNetworkUrl(text, 'person');
  if (person !== null) {
    const found = await lookups.personBySlug(person.slug);
    return found && `p${found.id}`;
  }
  const company = parseNetworkUrl(text, 'company');
  const found =
    company === null
      ? (await companiesOfDomain(domainOf(text, `records[${at}]`), 1, lookups))[0]
      : await lookups.companyBySlug(company.slug);
  return found ? `c${found.id}` : null;
}
