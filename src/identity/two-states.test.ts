import { expect, it } from 'vitest';
import { areTwoStates } from './two-states.ts';

it.each([
  ['TX', 'OH', 'US', true],
  ['Texas', 'Ohio', 'US', true],
  ['Texas', 'TX', 'US', false],
  ['Bavaria', 'Bayern', 'DE', false],
  ['Bavaria', 'Saxony', 'DE', true],
  ['Toscana', 'Tuscany', 'IT', false],
  [null, 'Ohio', 'US', false],
])('%s and %s in %s: %s', (one, other, country_code, expected) => {
  expect(areTwoStates({ state: one, country_code }, { state: other, country_code })).toBe(expected);
});
