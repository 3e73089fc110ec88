// Usage reports: the rows of the store added up by hour, day, month, account, key, path or status. Pure.
import type { UsageRow } from './port.ts';

const VALUE_OF = {
  hour: (row: UsageRow) => row.hour,
  day: (row: UsageRow) => row.hour.slice(0, 10),
  month: (row: UsageRow) => row.hour.slice(0, 7),
  account: (row: UsageRow) => row.accountName,
  key: (row: UsageRow) => row.keyId,
  path: (row: UsageRow) => row.path,
  status: (row: UsageRow) => row.status,
} as const;

/** The dimensions of a report. Days and months are those of UTC. */
export type UsageDimension = keyof typeof VALUE_OF;

export const USAGE_DIMENSIONS = Object.keys(VALUE_OF) as UsageDimension[];

/** Calls and credits under each requested dimension's name and value. */
export type UsageSum = Readonly<Partial<Record<UsageDimension, string | number>>> & {
  readonly calls: number;
  readonly credits: number;
};

/**
 * One sum for each combination of values that occurs, sorted, the first dimension first; one total without a dimension.
 */
export function summarizeUsage(rows: Iterable<UsageRow>, by: readonly UsageDimension[]): UsageSum[] {
  const sums = new Map<string, { values: (string | number)[]; calls: number; credits: number }>();
  for (const row of rows) {
    const values = by.map((dimension) => VALUE_OF[dimension](row));
    const slot = JSON.stringify(values);
    const sum = sums.get(slot) ?? { values, calls: 0, credits: 0 };
    sum.calls += row.calls;
    sum.credits += row.credits;
    sums.set(slot, sum);
  }
  return [...sums.values()]
    .sort((a, b) => order(a.values, b.values))
    .map(({ values, calls, credits }) => ({
      ...Object.fromEntries(by.map((dimension, index) => [dimension, values[index] ?? ''])),
      calls,
      credits,
    }));
}

function order(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  const first = a.findIndex((value, index) => value !== b[index]);
  return first < 0 ? 0 : (a[first] ?? '') < (b[first] ?? '') ? -1 : 1;
}
