import { expect, test } from 'vitest';
import { isMobileNumber } from './mobile-number.ts';

test('recognizes mobile numbers in countries with separate ranges for them', () => {
  const mobile = ['+447700900123', '+4915155500123', '+33612345678', '+393331234567'];
  expect(mobile.filter(isMobileNumber)).toEqual(mobile);
  expect(['+442079460123', '+493023125000', '+12025550142', '+33123456789'].filter(isMobileNumber)).toEqual([]);
});
