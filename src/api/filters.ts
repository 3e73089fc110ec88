// Converts the filters of a body to a query, and applies the contract's rules on empty and missing filters.
import type { Lookups } from '../catalog/port.ts';
import { invalidInput, type Problem } from '../contract/errors.ts';
import type { FilterScope } from '../contract/fields.ts';
import { LIMITS } from '../contract/limits.ts';
import type { FilterObject } from '../contract/schemas/filter-schema.ts';
import type { Turn } from '../ops/scheduling/turn.ts';
import type { SearchableEdition } from '../search/edition/searchable-edition.ts';
import { type ClauseWithPath, type IdentityLookup, type PlanContext, planFilters } from '../search/plan.ts';
import type { Query } from '../search/query.ts';
import { newSuggest } from '../words/nearest.ts';
import { identifiedBy } from './identities.ts';
import { problemsOf } from './together.ts';

/** Filter objects of a body by path; absent ones are omitted. */
export type FilterInputs = readonly {
  readonly scope: FilterScope;
  readonly path: string;
  readonly filters: FilterObject | undefined;
}[];

/** All filters of a body, each with its path. */
export interface PlannedFilters {
  readonly clauses: readonly ClauseWithPath[];
  readonly perCompanyMax: number | null;
}

interface PlanOptions {
  readonly context: PlanContext;
  readonly lookups: Lookups;
  readonly turn: Turn;
  /** True if at least one filter is required. */
  readonly atLeastOne: boolean;
}

/** Facts about the catalog that the planner needs. */
export function planContext(edition: SearchableEdition, isStored = false): PlanContext {
  return { presentIndustries: edition.industries, suggest: newSuggest(), isStored };
}

/** The query of a space for documents that match all filters. */
export function queryOf<In extends Query['space']>(
  space: In,
  { clauses, perCompanyMax }: PlannedFilters,
): Query & { readonly space: In } {
  const limit = perCompanyMax === null ? {} : { perCompanyMax };
  return { space, clauses: clauses.map(({ clause }) => clause), ...limit };
}

/**
 * Plans all filter objects of a body. A `company` object must contain at least one non-empty filter; else throws a 422
 * with every problem.
 */
export async function filtersOf(inputs: FilterInputs, options: PlanOptions): Promise<PlannedFilters> {
  const clauses: ClauseWithPath[] = [];
  const problems: Problem[] = [];
  const empty: string[] = [];
  let perCompanyMax: number | null = null;
  for (const { scope, path, filters } of inputs) {
    if (filters === undefined) continue;
    const planned = await options.turn.run(planFilters(filters, { scope, path, context: options.context }));
    clauses.push(...planned.clauses);
    problems.push(...planned.problems);
    // Both limits must hold.
    if (planned.perCompanyMax !== null) perCompanyMax = Math.min(planned.perCompanyMax, perCompanyMax ?? Infinity);
    for (const each of planned.identities) await addIdentities(each, { clauses, problems }, options);
    const isEmpty = planned.clauses.length + planned.identities.length + planned.problems.length === 0;
    if (scope === 'company' && isEmpty) empty.push(path);
  }
  // Removing the object is a valid fix only if the body contains other filters.
  problems.push(...empty.map((path) => emptyCompany(path, clauses.length > 0)));
  if (problems.length === 0 && options.atLeastOne && clauses.length === 0) problems.push(noFilters(inputs));
  if (problems.length > 0) throw invalidInput(problems.slice(0, LIMITS.faultsMax));
  return { clauses, perCompanyMax };
}

/** Looks up the records listed in a filter. Unknown records match nothing. */
async function addIdentities(
  { filter, values, path, listPath }: IdentityLookup,
  found: { readonly clauses: ClauseWithPath[]; readonly problems: Problem[] },
  options: PlanOptions,
): Promise<void> {
  const ids = new Set<number>();
  for (const [index, value] of values.entries()) {
    await options.turn.pause();
    try {
      for (const id of await identifiedBy(filter, value, options)) ids.add(id);
    } catch (error) {
      found.problems.push(...problemsOf(error).map((problem) => ({ ...problem, path: `${listPath}[${index}]` })));
    }
  }
  const anyOf = [...ids].sort((left, right) => left - right);
  found.clauses.push({ clause: { kind: 'identity', of: filter.of, anyOf }, path });
}

function emptyCompany(path: string, isOptional: boolean): Problem {
  const remedy = isOptional ? `; or omit ${path} to search all companies` : '';
  const message = `must have at least one non-empty filter, such as {"country_code": ["US"]}${remedy}`;
  return { path, message, suggestion: null };
}

function noFilters(inputs: FilterInputs): Problem {
  const places = [...new Set(inputs.map((part) => part.path))].join(' or ');
  return {
    path: '',
    message: `at least one filter is required: give ${places} with a non-empty filter`,
    suggestion: null,
  };
}
