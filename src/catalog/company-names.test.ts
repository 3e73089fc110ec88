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

test.each(['a'.repeat(500), '𐐨'.repeat(500), 'F# .NET C++ [x]', '½ Acme'])('makes a valid slug of %j', (name) => {
  const slug = makeSlug(name, free);
  expect(parseNetworkUrl(`/company/${encodeURIComponent(slug)}`, 'company')?.slug).toBe(slug);
});
