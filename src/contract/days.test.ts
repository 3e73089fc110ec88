import { expect, test } from 'vitest';
import { givenTimeMs } from './days.ts';

test.each([
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2027-01-01T10:30:00Z', '2027-01-01T10:30:00.000Z'],
  ['2027-01-01T00:30+02:00', '2026-12-31T22:30:00.000Z'],
  ['2027-01-01 10:30:00.25Z', '2027-01-01T10:30:00.250Z'],
])('reads %s', (text, time) => {
  expect(new Date(givenTimeMs(text) ?? Number.NaN).toISOString()).toBe(time);
});

test.each([
  ...['2027-02-29', '2027-02-30T10:00:00Z', '2027-04-31', '2027-13-01', '2027-00-10', '2027-01-00'],
  ...['2027-01-01T25:00:00Z', 'foo 1', '1', '99999-01-01', '2027-1-1', '', '2027-01-01T', '01/02/2027'],
])('does not read %j', (text) => {
  expect(givenTimeMs(text)).toBeNull();
});
