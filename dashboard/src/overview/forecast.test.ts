import { expect, test } from 'vitest';
import { MS_PER_DAY } from '../../../src/contract/days.ts';
import { runsOutAt } from './forecast.ts';

const NOW_MS = Date.parse('2026-11-11T00:00:00Z');
const usual = { resetAt: '2026-12-01T00:00:00Z', nowMs: NOW_MS };
/** The same number of credits on each of the last days. */
const daily = (days: number, credits: number) =>
  Array.from({ length: days }, (_, day) => ({ at: new Date(NOW_MS - (day + 1) * MS_PER_DAY).toISOString(), credits }));

test('uses the rate of the shown days', () => {
  expect(runsOutAt({ ...usual, rows: daily(5, 100), remaining: 300 })).toBe(NOW_MS + 3 * MS_PER_DAY);
  expect(runsOutAt({ ...usual, rows: daily(5, 100), remaining: 1999 })).toBeLessThan(Date.parse(usual.resetAt));
});

test('counts days without a call between others, not those before the first', () => {
  const [first, , , last] = daily(4, 100);
  const rows = [first, last].flatMap((row) => row ?? []);
  expect(runsOutAt({ ...usual, rows, remaining: 100 })).toBe(NOW_MS + 2 * MS_PER_DAY);
});

test('forecasts nothing if the credits last until the reset, are unlimited, or were not used', () => {
  expect(runsOutAt({ ...usual, rows: daily(5, 100), remaining: 2001 })).toBe(null);
  expect(runsOutAt({ ...usual, rows: daily(5, 100), remaining: null })).toBe(null);
  expect(runsOutAt({ ...usual, rows: daily(5, 0), remaining: 10 })).toBe(null);
  expect(runsOutAt({ ...usual, rows: [], remaining: 10 })).toBe(null);
});

test('forecasts nothing before six hours of observation: a first burst is no rate', () => {
  const rows = [{ at: new Date(NOW_MS - 60_000).toISOString(), credits: 10 }];
  expect(runsOutAt({ ...usual, rows, remaining: 40 })).toBe(NOW_MS + MS_PER_DAY);
});

test('reports that the credits have run out', () => {
  expect(runsOutAt({ ...usual, rows: daily(1, 5), remaining: 0 })).toBe(NOW_MS);
});
