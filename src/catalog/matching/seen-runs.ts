// The later runs of its source that contained a source row unchanged, as text: numbers and ranges in ascending order,
// such as `4-9,12`. A range includes only those runs within it that are of the row's source and kind and not undone. So
// a row that every run contains has one range, regardless of the number of runs.

/** The runs of the same source and kind before and after a run that are not undone; null if there is none. */
export interface Neighbors {
  readonly before: number | null;
  readonly after: number | null;
}

type Range = readonly [first: number, last: number];

/**
 * Maximum number of ranges of a row. The oldest ranges are dropped: they matter only if all runs in the other ranges
 * are undone.
 */
const RANGES_MAX = 8;

export function includesRun(seenRuns: string, runId: number): boolean {
  return rangesOf(seenRuns).some(([first, last]) => first <= runId && runId <= last);
}

/** The first and the last run of each range. */
export function endsOf(seenRuns: string): number[] {
  return rangesOf(seenRuns).flat();
}

/** The text with one more run. The run may be an interrupted one that resumes after later runs. */
export function withSeenRun(seenRuns: string, runId: number, { before, after }: Neighbors): string {
  if (includesRun(seenRuns, runId)) return seenRuns;
  const ranges = rangesOf(seenRuns);
  const earlier = ranges.filter(([, last]) => last < runId);
  const later = ranges.filter(([first]) => first > runId);
  const [, lastBefore = 0] = earlier.at(-1) ?? [];
  const [firstAfter = Number.POSITIVE_INFINITY] = later[0] ?? [];
  const joined = earlier.length > 0 && (before ?? 0) <= lastBefore ? earlier.pop() : undefined;
  const joining = later.length > 0 && (after ?? Number.POSITIVE_INFINITY) >= firstAfter ? later.shift() : undefined;
  return formatRanges([...earlier, [joined?.[0] ?? runId, joining?.[1] ?? runId], ...later]);
}

/** The runs that either text contains. */
export function unitedSeenRuns(a: string, b: string): string {
  const united: Range[] = [];
  for (const [first, last] of [...rangesOf(a), ...rangesOf(b)].toSorted((one, other) => one[0] - other[0])) {
    const [firstBefore, lastBefore] = united.at(-1) ?? [first, -1];
    if (first <= lastBefore) united.splice(-1, 1, [firstBefore, Math.max(last, lastBefore)]);
    else united.push([first, last]);
  }
  return formatRanges(united);
}

function formatRanges(ranges: readonly Range[]): string {
  return ranges
    .slice(-RANGES_MAX)
    .map(([first, last]) => (first === last ? String(first) : `${first}-${last}`))
    .join(',');
}

function rangesOf(seenRuns: string): Range[] {
  if (seenRuns === '') return [];
  return seenRuns.split(',').map((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return [first as number, last as number];
  });
}
