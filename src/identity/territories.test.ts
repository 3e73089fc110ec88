import { expect, test } from 'vitest';
import { areTwoCountries, otherCodeOf } from './territories.ts';

const at = (place: string) => {
  const [country_code = '', city = null] = place.split(' ');
  return { city, country_code };
};

test.each([
  ['HK Hongkong', 'CN Hongkong', false],
  ['HK Hongkong', 'CN Shenzhen', true],
  ['PR SanJuan', 'US SanJuan', false],
  // Without a city, they may be two subsidiaries.
  ['HK', 'CN', true],
  ['HK Hongkong', 'MO Hongkong', true],
  ['DE Frankfurt', 'FR Frankfurt', true],
  ['DE', 'DE', false],
])('%s and %s are in two countries: %s', (a, b, areTwo) => {
  expect([areTwoCountries(at(a), at(b)), areTwoCountries(at(b), at(a))]).toEqual([areTwo, areTwo]);
});

test('most countries have one code', () => {
  expect([otherCodeOf('HK'), otherCodeOf('CN')]).toEqual(['CN', undefined]);
});
