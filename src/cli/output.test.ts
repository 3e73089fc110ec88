import { afterEach, expect, test, vi } from 'vitest';
import { ofLongWork } from '../ops/long-work.ts';
import { paced, tableText } from './output.ts';

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

const ROWS = [
  { id: 1234, name: 'acme', calls: 1_234_567, created_at: '2030-05-15T12:00:00.123Z', removed_at: null },
  { id: 7, name: 'globex', calls: 8, created_at: '2030-05-16T09:30:00.000Z', removed_at: '2030-06-01T00:00:00.000Z' },
];

test('a table without a terminal has its values as they are', () => {
  expect(tableText(ROWS, undefined).split('\n').slice(0, 2)).toEqual([
    '  id  name      calls  created_at                removed_at',
    '1234  acme    1234567  2030-05-15T12:00:00.123Z  -',
  ]);
});

test('an empty list is shown like a missing value', () => {
  expect(tableText([{ name: 'acme', tags: [] }], undefined)).toBe('name  tags\nacme  -');
  expect(tableText([{ name: 'acme', tags: ['a', 'b'] }], 80)).toBe('name  tags\nacme  a, b');
});

test('a table on a terminal has thousands separators, except in identifiers, and short timestamps', () => {
  expect(tableText(ROWS, 80).split('\n')).toEqual([
    '  id  name        calls  created_at            removed_at',
    '1234  acme    1,234,567  2030-05-15 12:00:00Z  -',
    '   7  globex          8  2030-05-16 09:30:00Z  2030-06-01 00:00:00Z',
  ]);
});

test('a table on a terminal of unknown width stays a table', () => {
  expect(tableText(ROWS, 0)).toBe(tableText(ROWS, 80));
});

test('a table that is wider than the terminal becomes a block of lines for each row, without empty values', () => {
  expect(tableText(ROWS, 60).split('\n')).toEqual([
    'id          1234',
    'name        acme',
    'calls       1,234,567',
    'created_at  2030-05-15 12:00:00Z',
    '',
    'id          7',
    'name        globex',
    'calls       8',
    'created_at  2030-05-16 09:30:00Z',
    'removed_at  2030-06-01 00:00:00Z',
  ]);
});

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
