// Distribution of a company's employees by a property, for both distribution endpoints.
import type { ApiContext, Work } from './context.ts';
import { companyUrlOf } from './input.ts';
import { unknownCompany } from './not-found.ts';

interface Distribution {
  readonly by: 'department' | 'country';
  readonly unknown: string;
  readonly context: ApiContext;
}

/**
 * Executes a distribution: rows by count descending, then by value; shares in percent with two decimals, rounded half
 * up. `unknown` is the label of employees without a value.
 */
export function distribution(companyUrl: string, options: Distribution): Work {
  const { slug } = companyUrlOf(companyUrl);
  return () => shares(slug, options);
}

async function shares(slug: string, { by, unknown, context }: Distribution): Promise<string> {
  const company = await context.lookups.companyBySlug(slug);
  if (!company) throw unknownCompany();
  const { edition, hidden } = await context.searchable();
  const counts = new Map<string, number>();
  for (const row of (await context.turn.run(edition.distribution(company.id, by, hidden))) ?? []) {
    const value = row.value ?? unknown;
    counts.set(value, (counts.get(value) ?? 0) + row.count);
  }
  const total = counts.values().reduce((sum, count) => sum + count, 0);
  const rows = [...counts]
    .sort(([a, aCount], [b, bCount]) => bCount - aCount || (a < b ? -1 : 1))
    .map(([value, count]) => ({ [by]: value, count, percentage_ratio: percentage(count, total) }));
  return JSON.stringify({ company_network_url: company.network_url, total_employees: total, distribution: rows });
}

/** Uses integers until the last step, so that halves are exact. */
function percentage(count: number, total: number): number {
  return Math.floor((count * 20_000 + total) / (2 * total)) / 100;
}
