// POST /v2/search/employee-finder
import { LIMITS } from '../../contract/limits.ts';
import type { Handler } from '../context.ts';
import { filtersOf, planContext, queryOf } from '../filters.ts';
import { companyUrlOf } from '../input.ts';
import { answerWithRows, rowsOf } from '../rows.ts';
import { together } from '../together.ts';

/** The current staff of one company, by page number. */
export const employeeFinder: Handler<'employee-finder'> = async (body, context) => {
  const { company_network_url, people, max_results: limit = LIMITS.maxResultsDefault, page = 1, ...atTopLevel } = body;
  const searchable = await context.searchable();
  const { edition, hidden } = searchable;
  const inputs = [
    { scope: 'people', path: 'people', filters: people },
    { scope: 'people', path: '', filters: atTopLevel },
  ] as const;
  const { lookups, turn } = context;
  const options = { context: planContext(edition), lookups, turn, atLeastOne: false };
  const [url, filters] = await together(
    () => companyUrlOf(company_network_url),
    () => filtersOf(inputs, options),
  );
  const answer = (rows: readonly Buffer[], total: number) => {
    const totals = `"total_pages":${Math.ceil(total / limit)},"total_results":${total}`;
    const before = `{"page":${page},"max_results":${limit},"results":[`;
    return answerWithRows(before, rows, `],"results_length":${rows.length},${totals}}`);
  };
  return async () => {
    const company = await lookups.companyBySlug(url.slug);
    if (!company) return answer([], 0);
    const filtered = queryOf('people', filters);
    const query = { ...filtered, clauses: [{ kind: 'employer', companyId: company.id } as const, ...filtered.clauses] };
    const request = { after: -1, skip: (page - 1) * limit, limit, hidden };
    const found = await turn.run(edition.search(query, request));
    const rows = await rowsOf('person', found.docs, { searchable, context });
    return answer(rows, await turn.run(edition.count(query, hidden)));
  };
};
