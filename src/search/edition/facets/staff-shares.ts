// Counts the current people of one company by a property.
import type { Work } from '../../../ops/scheduling/work.ts';
import type { EditionIndex } from '../edition-index.ts';
import type { IntervalSet } from '../sets/interval-set.ts';

/** The number of current people of a company with a value; null is unknown. */
export interface Share {
  readonly value: string | null;
  readonly count: number;
}

/** The number of positions that are counted between two yields. */
const POSITIONS_PER_YIELD = 16_384;

/**
 * The shares of a company, unordered. `company`: its document. Each person counts once, with the most senior position
 * in the company.
 */
export function* staffShares(
  { people, values }: EditionIndex,
  {
    company,
    by,
    hidden,
  }: { readonly company: number; readonly by: 'department' | 'country'; readonly hidden: IntervalSet },
): Work<Share[]> {
  const column = by === 'department' ? values.job_function : values.country;
  const start = people.ownership.start(company);
  const end = people.ownership.end(company);
  const counts = new Uint32Array(column.codeCount + 1);
  for (let first = start; first < end; first += POSITIONS_PER_YIELD) {
    const last = Math.min(first + POSITIONS_PER_YIELD, end);
    for (let doc = first; doc < last; doc++) counts[column.codeAt(doc)]!++;
    yield;
  }
  // These loops are short: few people have two positions in the company or are hidden.
  for (const doc of people.repeats.within(start, end)) counts[column.codeAt(doc)]!--;
  for (const doc of hidden.within(start, end)) {
    if (people.repeats.previousOf(doc) < start) counts[column.codeAt(doc)]!--;
  }
  return Array.from(counts, (count, code) => ({ value: column.values[code - 1] ?? null, count })).filter(
    ({ count }) => count > 0,
  );
}

/** Adds the counts of equal values. */
export function sumShares(shares: readonly Share[]): Share[] {
  const counts = new Map<string | null, number>();
  for (const { value, count } of shares) counts.set(value, (counts.get(value) ?? 0) + count);
  return Array.from(counts, ([value, count]) => ({ value, count }));
}
