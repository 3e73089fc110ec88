// The filters of a body as clauses, with the rules of the contract on when a filter counts as given.
import { invalidInput, type Problem } from '../contract/errors.ts';
import type { FilterScope } from '../contract/fields.ts';
import type { FilterObject } from '../contract/filter-schema.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Turn } from '../ops/fair-scheduler.ts';
import type { Edition } from '../search/edition/edition.ts';
import { type PlanContext, planFilters } from '../search/plan.ts';
import type { Clause } from '../search/query.ts';
import { newSuggest } from '../words/nearest.ts';

/** Filter objects of a body by their place; an absent one is left out. */
export type AskedFilters = readonly {
  readonly scope: FilterScope;
  readonly path: string;
  readonly filters: FilterObject | undefined;
}[];

/** What planning has to know of the data. */
export function planContext(edition: Edition): PlanContext {
  return { presentIndustries: edition.values('industry'), suggest: newSuggest() };
}

/**
 * Plans all filter objects of a body. A `company` object that is sent must hold a given filter, and with `atLeastOne` some filter must
 * be given at all; else a 422 with every fault.
 */
export async function clausesOf(
  asked: AskedFilters,
  options: { context: PlanContext; turn: Turn; atLeastOne: boolean },
): Promise<Clause[]> {
  const clauses: Clause[] = [];
  const problems: Problem[] = [];
  const empty: string[] = [];
  for (const { scope, path, filters } of asked) {
    if (filters === undefined) continue;
    const planned = await options.turn.run(planFilters(filters, { scope, path, context: options.context }));
    clauses.push(...planned.clauses);
    problems.push(...planned.problems);
    if (scope === 'company' && planned.clauses.length === 0 && planned.problems.length === 0) empty.push(path);
  }
  // Without it the body may still ask for something; only then is leaving it out a remedy.
  problems.push(...empty.map((path) => emptyCompany(path, clauses.length > 0)));
  if (problems.length === 0 && options.atLeastOne && clauses.length === 0) problems.push(nothingAsked(asked));
  if (problems.length > 0) throw invalidInput(problems.slice(0, LIMITS.faultsMax));
  return clauses;
}

function emptyCompany(path: string, isOptional: boolean): Problem {
  const remedy = isOptional ? `; or omit ${path} to search all companies` : '';
  const message = `must have at least one non-empty filter, such as {"country_code": ["US"]}${remedy}`;
  return { path, message, suggestion: null };
}

function nothingAsked(asked: AskedFilters): Problem {
  const places = [...new Set(asked.map((part) => part.path))].join(' or ');
  return {
    path: '',
    message: `at least one filter is required: give ${places} with a non-empty filter`,
    suggestion: null,
  };
}
