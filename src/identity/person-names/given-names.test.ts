import { expect, it } from 'vitest';
import { withoutDigraphs } from '../romanize.ts';
import { areFormsOfOneName, formsOfGivenName, longFormsOfGivenName } from './given-names.ts';

it('an initial has the short forms that begin otherwise', () => {
  expect(formsOfGivenName('w')).toContain('bill');
  expect(formsOfGivenName('w').filter((form) => form.startsWith('w'))).toEqual([]);
});

it('a short form has the long names of all its lines in the table', () => {
  expect(longFormsOfGivenName('peggy')).toEqual(['margaret']);
  expect(longFormsOfGivenName('robert')).not.toContain('robert');
});

it.each([
  ['ros', 'rosalind'],
  ['bas', 'sebastiaan'],
  ['ludo', 'ludovic'],
  ['kristina', 'christina'],
  ['kristian', 'christian'],
  ['filip', 'philippe'],
  ['shaun', 'sean'],
  ['usama', 'osama'],
])('%s is a form of %s', (short, long) => {
  expect(areFormsOfOneName(short, withoutDigraphs(long))).toBe(true);
});

it.each([
  ['christian', 'christina'],
  ['christine', 'christian'],
  ['christoph', 'christopher'],
])('%s is no form of %s', (one, other) => {
  expect(areFormsOfOneName(one, other)).toBe(false);
});
