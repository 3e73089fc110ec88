import { expect, test } from 'vitest';
import { areNamesakes, isOneHolder, isOwnAddress } from './person-match.ts';

test('the mailbox of a role is nobody’s own', () => {
  expect(['info@acme.example', 'sales@acme.example'].map(isOwnAddress)).toEqual([false, false]);
  expect(['jane@acme.example', 'information-jane@acme.example'].map(isOwnAddress)).toEqual([true, true]);
});

test.each([
  ['jane@acme.example', 'Jane Doe', 'DOE, JANE', true],
  ['jane@acme.example', 'Jane Doe', 'J. Doe', true],
  ['jane@acme.example', 'Jane Doe', 'Joe Roe', false],
  ['jane@acme.example', 'J. Doe', 'J. Roe', false],
  ['jane@gmail.com', 'Jane Doe', 'Joe Doe', false],
  ['jane@gmail.com', 'Jane Doe', 'JANE DOE', true],
])('who holds %s as %s and as %s is one: %s', (email, one, other, isOne) => {
  expect(isOneHolder(email, one, other)).toBe(isOne);
});

test.each([
  [['jane@acme.example'], ['jd@acme.example'], true],
  [['jane@acme.example'], ['jd@acme.example', 'jane@acme.example'], false],
  [['jane@acme.example'], ['jane@home.example'], false],
  [[], ['jane@acme.example'], false],
])('with %j and %j two of one name are namesakes: %s', (one, other, are) => {
  expect(areNamesakes(one, other)).toBe(are);
});
