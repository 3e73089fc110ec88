// A stable merge sort of long lists, executed in slices.
import type { Work } from '../../ops/scheduling/work.ts';

/** The number of entries that are sorted or merged between two yields. */
const ENTRIES_PER_YIELD = 1024;

type Compare<T> = (left: T, right: T) => number;

/** Sorts a list. Stable. Yields after every 1,024 entries. */
export function* sorted<T>(list: readonly T[], compare: Compare<T>): Work<T[]> {
  let runs: T[][] = [];
  for (let start = 0; start < list.length; start += ENTRIES_PER_YIELD) {
    runs.push(list.slice(start, start + ENTRIES_PER_YIELD).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* merge(runs[index] ?? [], runs[index + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<T>(left: readonly T[], right: readonly T[], compare: Compare<T>): Work<T[]> {
  const merged: T[] = [];
  for (let fromLeft = 0, fromRight = 0; merged.length < left.length + right.length; ) {
    const isLeft =
      fromRight === right.length || (fromLeft < left.length && compare(left[fromLeft]!, right[fromRight]!) <= 0);
    merged.push(isLeft ? left[fromLeft++]! : right[fromRight++]!);
    if (merged.length % ENTRIES_PER_YIELD === 0) yield;
  }
  return merged;
}
