// POST /v2/search/waterfall-icp-keyword
import type { BodyOf } from '../../contract/endpoints/endpoints.ts';
import { invalidInput, type Problem } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { canonicalUrl } from '../../identity/network-url.ts';
import type { Turn } from '../../ops/scheduling/turn.ts';
import type { Work } from '../../ops/scheduling/work.ts';
import { type PlannedStep, planLocations, planTitles } from '../../search/plan.ts';
import type { Clause } from '../../search/query.ts';
import { newSuggest, type Suggest } from '../../words/nearest.ts';
import type { ApiContext, Handler, Searchable } from '../context.ts';
import { companyUrlOf } from '../input.ts';
import { joined } from '../row-bytes.ts';
import { answerWithRows, rowsOf } from '../rows.ts';
import { together } from '../together.ts';

type Step = BodyOf<'waterfall'>['cascade'][number];

/**
 * Decision-makers at one company. The steps fill the answer in order, up to max_results rows; a person is listed under
 * the first matching step.
 */
export const waterfall: Handler<'waterfall'> = async (body, context) => {
  const [url, steps] = await together(
    () => companyUrlOf(body.company_network_url),
    () => planSteps(body.cascade, context.turn),
  );
  const limit = body.max_results ?? LIMITS.maxResultsDefault;
  return async () => {
    const company = await context.lookups.companyBySlug(url.slug);
    const { min_connections_count: min = 0, profile_min_connections: sameMin = 0 } = body;
    const common = company ? staffClauses(company.id, Math.max(min, sameMin)) : null;
    const rows = common ? await fillSteps(steps, { common, limit, context }) : [];
    const shown = JSON.stringify(company?.network_url ?? canonicalUrl('company', url, context.networkHost));
    const before = `{"company_network_url":${shown},"max_results":${limit},"results":[`;
    return answerWithRows(before, rows, `],"results_length":${rows.length}}`);
  };
};

async function fillSteps(
  steps: readonly Clause[][],
  { common, limit, context }: { common: readonly Clause[]; limit: number; context: ApiContext },
): Promise<Buffer[]> {
  const searchable = await context.searchable();
  const seen = new Set<number>();
  const rows: Buffer[] = [];
  for (const [index, clauses] of steps.entries()) {
    const options = { searchable, seen, limit: limit - rows.length, turn: context.turn };
    const docs = await unseenMatches([...common, ...clauses], options);
    for (const person of await rowsOf('person', docs, { searchable, context })) {
      rows.push(joined(`{"icp":${index + 1},"ranking":${rows.length + 1},"person":`, person, '}'));
    }
    if (rows.length >= limit) break;
  }
  return rows;
}

function staffClauses(companyId: number, connections: number): Clause[] {
  const employer: Clause = { kind: 'employer', companyId };
  if (connections === 0) return [employer];
  return [employer, { kind: 'ranges', field: 'connections_count', anyOf: [{ min: connections, max: null }] }];
}

async function planSteps(cascade: readonly Step[], turn: Turn): Promise<Clause[][]> {
  const problems: Problem[] = [];
  const steps: Clause[][] = [];
  const suggest = newSuggest();
  for (const [index, step] of cascade.entries()) {
    const planned = await turn.run(planStep(step, `cascade[${index}]`, suggest));
    problems.push(...planned.problems);
    steps.push([...planned.clauses]);
  }
  if (problems.length > 0) throw invalidInput(problems.slice(0, LIMITS.faultsMax));
  return steps;
}

function* planStep(step: Step, path: string, suggest: Suggest): Work<PlannedStep> {
  const { include_title = [], exclude_title = [], location = [], include_headline_search: withHeadline = false } = step;
  const problems: Problem[] = [];
  if (include_title.length === 0 && location.length === 0) {
    const message = 'needs a non-empty include_title or location; WORLD is anywhere';
    problems.push({ path, message, suggestion: null });
  }
  const parts = [
    yield* planTitles(include_title, { path: `${path}.include_title`, withHeadline, negated: false, suggest }),
    yield* planTitles(exclude_title, { path: `${path}.exclude_title`, withHeadline, negated: true, suggest }),
    planLocations(location, { path: `${path}.location`, suggest }),
  ];
  problems.push(...parts.flatMap((part) => part.problems));
  return { clauses: parts.flatMap((part) => part.clauses), problems };
}

/** Up to `limit` matching positions, in order, of people who are not in `seen`; adds these people to it. */
async function unseenMatches(
  clauses: readonly Clause[],
  options: { searchable: Searchable; seen: Set<number>; limit: number; turn: Turn },
): Promise<number[]> {
  const { edition, hidden } = options.searchable;
  const query = { space: 'people', clauses } as const;
  const docs: number[] = [];
  let after = -1;
  for (let more = true; more && docs.length < options.limit; ) {
    const page = await options.turn.run(edition.search(query, { after, limit: options.limit, hidden }));
    for (const doc of page.docs) {
      const { personId } = edition.position(doc);
      if (docs.length === options.limit || options.seen.has(personId)) continue;
      options.seen.add(personId);
      docs.push(doc);
    }
    after = page.docs.at(-1) ?? after;
    more = page.more;
  }
  return docs;
}
