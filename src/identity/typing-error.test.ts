import { expect, it } from 'vitest';
import { typingErrorBetween } from './typing-error.ts';

it.each([
  ['peter', 'petre', 'swapped'],
  ['peter', 'petter', 'doubled'],
  ['anna', 'ana', 'doubled'],
  ['peter', 'petwr', 'neighbor'],
  ['lucy', 'lcy', 'left out'],
  ['maria', 'mario', null],
  ['peter', 'peter', null],
  ['jan', 'hans', null],
])('%s and %s: %s', (a, b, typingError) => {
  expect(typingErrorBetween(a, b)).toBe(typingError);
  expect(typingErrorBetween(b, a)).toBe(typingError);
});
