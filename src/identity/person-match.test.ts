import { expect, test } from 'vitest';
import { areNamesakes, isOneHolder, isOwnAddress } from './person-match.ts';

test('a role mailbox belongs to no single person', () => {
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
])('the holders of %s named %s and %s are one person: %s', (email, one, other, isOne) => {
  expect(isOneHolder(email, one, other)).toBe(isOne);
});

test.each([
  [['jane@acme.example'], ['jd@acme.example'], true],
  [['jane@acme.example'], ['jd@acme.example', 'jane@acme.example'], false],
  [['jane@acme.example'], ['jane@home.example'], false],
  [[], ['jane@acme.example'], false],
])('two people of one name with %j and %j are namesakes: %s', (one, other, are) => {
  expect(areNamesakes(one, other)).toBe(are);
});
