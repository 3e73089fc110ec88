import { expect, test } from 'vitest';
import { columnWarning } from './column-warning.ts';

const values = (same: number, others: number) => [
  ...Array.from({ length: same }, () => 'info@acme.test'),
  ...Array.from({ length: others }, (_, index) => `${index}@acme.test`),
];

test.each([
  ['email', values(96, 4), 100, 'one value on 96% of rows'],
  ['email', values(49, 51), 100, null],
  ['email', values(0, 0), 100, 'empty in all of the first rows'],
  ['domain', values(60, 0), 100, 'one value on 60% of rows'],
  // Many people may share one employer, and a few rows are no evidence.
  ['company_name', values(100, 0), 100, null],
  ['email', values(19, 0), 19, null],
  [null, values(100, 0), 100, null],
])('a column of %s is warned about if most rows have one value: %#', (field, filled, rows, warning) => {
  expect(columnWarning(field, filled, rows)).toBe(warning);
});
