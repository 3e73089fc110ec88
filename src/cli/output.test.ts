import { afterEach, expect, test, vi } from 'vitest';
import { ofLongWork } from '../ops/long-work.ts';
import { paced } from './output.ts';

interface Progress {
  readonly done: number;
  readonly total: number;
}

afterEach(() => void vi.useRealTimers());

/** Runs steps of one second each, and returns those that are reported. */
function reported(total: number, wrap: (say: (progress: Progress) => void) => (progress: Progress) => void): number[] {
  vi.useFakeTimers();
  const steps: number[] = [];
  const step = wrap(({ done }) => void steps.push(done));
  for (let done = 0; done <= total; done += 1) {
    step({ done, total });
    vi.advanceTimersByTime(1000);
  }
  return steps;
}

test('long work reports its progress every five seconds, short work never', () => {
  expect(reported(12, ofLongWork)).toEqual([5, 10]);
  expect(reported(4, ofLongWork)).toEqual([]);
});

test('paced work reports its progress at the start, every two seconds and at the end', () => {
  expect(reported(9, paced)).toEqual([0, 2, 4, 6, 8, 9]);
});

test('paced work reports the first of other units at once', () => {
  const said: string[] = [];
  const report = paced(({ what, done }: Progress & { what: string }) => said.push(`${done} ${what}`));
  for (const what of ['rows', 'tables']) for (const done of [0, 1]) report({ what, done, total: 2 });
  expect(said).toEqual(['0 rows', '0 tables']);
});
