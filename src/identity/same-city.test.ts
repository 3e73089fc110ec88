import { expect, test } from 'vitest';
import { areOneCity } from './same-city.ts';

test.each([
  ['München', 'Munich', true],
  ['Москва', 'Moscow', true],
  ['Frankfurt', 'Frankfurt am Main', true],
  ['Greater Leeds Area', 'Leeds', true],
  ['Philadelphia', 'Philadelhpia', true],
  ['Leeds', 'Bristol', false],
  ['Leeds', 'Lens', false],
])('%s and %s are one city: %s', (a, b, isOne) => {
  expect([areOneCity(a, b), areOneCity(b, a)]).toEqual([isOne, isOne]);
});
