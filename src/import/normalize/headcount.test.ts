import { expect, it } from 'vitest';
import { parseHeadcount } from './headcount.ts';

it.each([
  ['0', 0],
  ['7', 7],
  ['three', 3],
  ['Fifteen employees', 15],
  ['ca. 80 MA', 80],
  ['ca 12 Mitarb.', 12],
  ['22222', 22_222],
  ['1020304', 1_020_304],
  ['1,234', 1234],
  ['12.000', 12_000],
  ["12'000", 12_000],
  ['12 345', 12_345],
  ['12\u00a0000', 12_000],
  ['1\u202f222\u202f333', 1_222_333],
  ['927,839', 927_839],
  ['~500', 500],
  ['about 40 employees', 40],
  ['~5k', 5000],
  ['2.5k', 2500],
  ['1,5 Tsd', 1500],
  ['1.2 million', 1_200_000],
  ['approx. 300 Mitarbeiter', 300],
  ['350 salariés', 350],
  ['45 (as of October 2022)', 45],
  ['1020.0', 1020],
  ['25 and growing.', 25],
  ['30ish', 30],
  ['Hopper has 437 employees around the globe.', 437],
  ['2,044 people in 98 countries', 2044],
  ['Just me', 1],
  ['self-employed', 1],
])('reads %j as a number of employees', (text, employee_count) => {
  expect(parseHeadcount(text)).toEqual({ employee_count, size: null });
});

it.each([
  ['1-10', '1-10'],
  ['51-200', '51-200'],
  ['51 – 200 employees', '51-200'],
  ['1001-5000', '1001-5000'],
  ['1,001-5,000 employees', '1001-5000'],
  ['10001+', '10001+'],
  ['10,001+ employees', '10001+'],
  ['20-50.', '11-50'],
  ['20-50+', '11-50'],
  ['20 to 50', '11-50'],
  ['200+ (as of October 2022)', '201-500'],
  ['1000+', '1001-5000'],
  ['more than 5000', '5001-10000'],
  ['Large (501-1,000 employees)', '501-1000'],
  ['10k+', '10001+'],
  ['+1000', '1001-5000'],
  ['20-50 (Oct 2022)', '11-50'],
  ['500+ employees across 26 countries.', '501-1000'],
  ['1.000-5.000', '1001-5000'],
  ['1K-5K', '1001-5000'],
  ['5-10k', '5001-10000'],
  ['75+ designers, developers, strategists and more.', '51-200'],
  ['<10', '1-10'],
  ['fewer than 50 people', '11-50'],
  ['up to 200', '51-200'],
  ['11 bis 50', '11-50'],
  ['c_00051_00100', '51-200'],
  ['c_10001_max', '10001+'],
  ['10-Jan', '1-10'],
  ['Jan-10', '1-10'],
  ['Nov-50', '11-50'],
])('reads %j as a size', (text, size) => {
  expect(parseHeadcount(text)).toEqual({ employee_count: null, size });
});

it.each([
  '',
  'many',
  '-',
  '-5',
  '1 or 2 or 3',
  '50-10',
  'medium',
  '200 in 14 countries',
  '2 founders, 6-8 permanent employees and 200-300 freelancing teachers',
])('does not read %j', (text) => {
  expect(parseHeadcount(text)).toBe(null);
});
