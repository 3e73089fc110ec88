import { expect, it } from 'vitest';
import { parseHeadcount } from './headcount.ts';

it.each([
  ['1234', 1234, null],
  ['1,234', 1234, null],
  ['12 345', 12_345, null],
  ['927,839', 927_839, null],
  ['~500', 500, null],
  ['about 40 employees', 40, null],
  ['51-200', null, '51-200'],
  ['51 – 200 employees', null, '51-200'],
  ['10001+', null, '10001+'],
  ['10,001+ employees', null, '10001+'],
  ['1,001-5,000', null, '1001-5000'],
  ['20-50.', null, '11-50'],
  ['20-50+', null, '11-50'],
  ['200+ (as of October 2022)', null, '201-500'],
  ['1000+', null, '1001-5000'],
  ['more than 5000', null, '5001-10000'],
  ['Large (501-1,000 employees)', null, '501-1000'],
])('%s is %s people, size %s', (text, employeeCount, size) => {
  expect(parseHeadcount(text)).toEqual({ employeeCount, size });
});

it.each(['', 'many', '2 founders, 6-8 permanent employees and 200-300 freelancing teachers', '-5'])(
  '%j is not known',
  (text) => {
    expect(parseHeadcount(text)).toBe(null);
  },
);
