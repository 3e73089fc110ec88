import { expect, it } from 'vitest';
import { includesRun, unitedSeenRuns, withSeenRun } from './seen-runs.ts';

/** The runs of a source, in the order in which they contain a row. */
function brought(order: readonly number[], ofSource: readonly number[] = order): string {
  return order.reduce((seenRuns, run) => {
    const [before = null] = ofSource.filter((each) => each < run).toSorted((a, b) => b - a);
    const [after = null] = ofSource.filter((each) => each > run).toSorted((a, b) => a - b);
    return withSeenRun(seenRuns, run, { before, after });
  }, '');
}

it('are one range, regardless of runs of other sources', () => {
  expect(brought([2, 3, 7, 19])).toBe('2-19');
  expect(brought([2, 2, 3, 3])).toBe('2-3');
});

it('are several ranges if a run did not contain the row', () => {
  const seenRuns = brought([2, 3, 9], [2, 3, 5, 9]);
  expect(seenRuns).toBe('2-3,9');
  expect([2, 3, 5, 9].map((run) => includesRun(seenRuns, run))).toEqual([true, true, false, true]);
});

it('include an interrupted run that continues after later ones', () => {
  expect(brought([2, 9, 5], [2, 5, 9])).toBe('2-9');
  expect(brought([9, 2], [2, 5, 9])).toBe('2,9');
});

it('are united when two rows are', () => {
  expect(unitedSeenRuns('2-4,9', '5')).toBe('2-4,5,9');
  expect(unitedSeenRuns('2-9', '3-12')).toBe('2-12');
  expect(unitedSeenRuns('', '3')).toBe('3');
});

it('are bounded', () => {
  const runs = Array.from({ length: 60 }, (_, index) => index + 1);
  const even = runs.filter((run) => run % 2 === 0);
  expect(brought(even, runs)).toBe('46,48,50,52,54,56,58,60');
});
