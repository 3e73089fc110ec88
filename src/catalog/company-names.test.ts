import { expect, test } from 'vitest';
import { parseNetworkUrl } from '../identity/network-url.ts';
import { makeSlug, nameKey } from './company-names.ts';

const free = () => false;

test('compares names by their folded words', () => {
  expect(nameKey('Ácme, Inc.')).toBe(nameKey('ACME Inc'));
  expect(nameKey('Acme')).not.toBe(nameKey('Acme Labs'));
  expect(nameKey('***')).not.toBe(nameKey('---'));
});

test.each([
  ['Ácme & Söhne, Inc.', 'acme-sohne-inc'],
  ['山田 商事', '山田-商事'],
  ['***', 'company'],
  ['C# Works', 'c-works'],
])('makes of %s the slug %s', (name, slug) => {
  expect(makeSlug(name, free)).toBe(slug);
});

test('adds a number to a taken slug', () => {
  const taken = new Set(['acme', 'acme-2']);
  expect(makeSlug('Acme', (slug) => taken.has(slug))).toBe('acme-3');
});

test('finds the number of a company of a chain in few steps', () => {
  const branches = 20_000;
  let steps = 0;
  const isTaken = (slug: string) => {
    steps += 1;
    return slug === 'acme' || Number(slug.replace('acme-', '')) <= branches;
  };
  expect(makeSlug('Acme', isTaken)).toBe(`acme-${branches + 1}`);
  expect(steps).toBeLessThan(40);
});

test('gives a free slug where some of the numbers are free', () => {
  const taken = new Set(['acme', 'acme-2', 'acme-4', 'acme-8']);
  expect(taken).not.toContain(makeSlug('Acme', (slug) => taken.has(slug)));
});

test.each(['a'.repeat(500), '𐐨'.repeat(500), 'F# .NET C++ [x]', '½ Acme'])('makes a valid slug of %j', (name) => {
  const slug = makeSlug(name, free);
  expect(parseNetworkUrl(`/company/${encodeURIComponent(slug)}`, 'company')?.slug).toBe(slug);
});
