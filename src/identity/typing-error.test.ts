import { expect, it } from 'vitest';
import { slipBetween } from './typing-error.ts';

it.each([
  ['peter', 'petre', 'swapped'],
  ['peter', 'petter', 'doubled'],
  ['anna', 'ana', 'doubled'],
  ['peter', 'petwr', 'neighbor'],
  ['lucy', 'lcy', 'left out'],
  ['maria', 'mario', null],
  ['peter', 'peter', null],
  ['jan', 'hans', null],
])('%s and %s: %s', (a, b, slip) => {
  expect(slipBetween(a, b)).toBe(slip);
  expect(slipBetween(b, a)).toBe(slip);
});
