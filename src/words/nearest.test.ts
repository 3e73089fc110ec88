import { expect, test } from 'vitest';
import { INDUSTRIES } from '../contract/vocabularies/vocabularies.ts';
import { nearest } from './nearest.ts';

const LEVELS = ['C-Team', 'VP', 'Director', 'Manager', 'Staff', 'Other'];

test.each([
  ['Manger', 'Manager'],
  ['maanger', 'Manager'],
  ['DIRECTORS', 'Director'],
  ['Dírector', 'Director'],
  ['Stff', 'Staff'],
])('%s most likely means %s', (input, meant) => {
  expect(nearest(input, LEVELS)).toBe(meant);
});

test.each(['', '  ', 'zzzzzz', '部長'])('%j is near to nothing', (input) => {
  expect(nearest(input, LEVELS)).toBeNull();
});

test('of equally near ones the one that begins alike comes first', () => {
  expect(nearest('USA', ['SA', 'UA', 'US'])).toBe('US');
});

test('what is part of a candidate, or holds one, is near where nothing is nearer', () => {
  expect(nearest('software', ['Banking', 'Computer Software'])).toBe('Computer Software');
  expect(nearest('Banking and more of the like', ['Software', 'Banking'])).toBe('Banking');
});

test('the order of the candidates does not decide between a near and a nearer one', () => {
  const candidates = ['Banks', 'Banning', 'Banking', 'Ranking'];
  expect(nearest('Bankin', candidates)).toBe('Banking');
  expect(nearest('Bankin', candidates.toReversed())).toBe('Banking');
});

test('twenty long values are looked for among the industries within a moment', () => {
  const started = performance.now();
  for (let index = 0; index < 20; index++) nearest(`Manufacturing of ${'ab'.repeat(10)}${index}`, INDUSTRIES);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('a code of two letters is near to texts that differ by one letter only', () => {
  expect(nearest('Mars', ['MA', 'US', 'WORLD'])).toBeNull();
  expect(nearest('DEU', ['DE', 'FR'])).toBe('DE');
});

test('what begins a candidate is nearer to it than to a shorter one that contains it elsewhere', () => {
  const keys = ['company_network_url', 'max_per_company', 'page', 'people'];
  expect(nearest('company', keys)).toBe('company_network_url');
  expect(nearest('company', keys.toReversed())).toBe('company_network_url');
});

test('of the candidates in a longer text the longest is meant', () => {
  expect(nearest('all of our job titles', ['job', 'job title'])).toBe('job title');
});
