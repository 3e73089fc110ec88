import { expect, test } from 'vitest';
import { parseHeadcount } from './headcount.ts';

test.each([
  ['0', 0],
  ['7', 7],
  ['12000', 12_000],
  ['22222', 22_222],
  ['1020304', 1_020_304],
  ['12,000', 12_000],
  ['12.000', 12_000],
  ["12'000", 12_000],
  ['12 000', 12_000],
  ['12\u00a0000', 12_000],
  ['1\u202f222\u202f333', 1_222_333],
  ['about 250 employees', 250],
])('%j is a number of employees', (text, employeeCount) => {
  expect(parseHeadcount(text)).toEqual({ employeeCount, size: null });
});

test.each([
  ['1-10', '1-10'],
  ['51-200', '51-200'],
  ['1001-5000', '1001-5000'],
  ['1,001-5,000 employees', '1001-5000'],
  ['10001+', '10001+'],
  ['10,001+', '10001+'],
  ['20 to 50', '11-50'],
  ['200+', '201-500'],
  ['more than 5000', '5001-10000'],
])('%j is a size', (text, size) => {
  expect(parseHeadcount(text)).toEqual({ employeeCount: null, size });
});

test.each(['', 'many', '1 or 2 or 3', '-'])('%j is no number of employees', (text) => {
  expect(parseHeadcount(text)).toBeNull();
});
