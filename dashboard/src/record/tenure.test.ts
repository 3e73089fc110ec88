import { expect, test } from 'vitest';
import { tenureText } from './tenure.ts';

const NOW = Date.parse('2026-11-22T00:00:00Z');

test('counts both the first and the last month', () => {
  expect(tenureText('2024-01', '2026-03', NOW)).toBe('2 y 3 mo');
  expect(tenureText('2024-01-31', '2024-01-02', NOW)).toBe('1 mo');
  expect(tenureText('2023-04-01', '2025-03-31', NOW)).toBe('2 y');
});

test('a position without an end lasts until now', () => {
  expect(tenureText('2026-07', null, NOW)).toBe('5 mo');
  expect(tenureText('2025-06-22', null, NOW)).toBe('1 y 6 mo');
});

test('a date with only a year gives only years', () => {
  expect(tenureText('2014', '2017-05-14', NOW)).toBe('3 y');
  expect(tenureText('2016', '2016', NOW)).toBeNull();
});

test('returns null without a start, or with an end before it', () => {
  expect(tenureText(null, '2020', NOW)).toBeNull();
  expect(tenureText('2021-05', '2020-05', NOW)).toBeNull();
  expect(tenureText('unknown', null, NOW)).toBeNull();
});
