import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDomain, registrableDomain, siteOf } from './domain.ts';

test.each([
  ['acme.example', 'acme.example'],
  [' ACME.Example. ', 'acme.example'],
  ['www.acme.example', 'acme.example'],
  ['www.www.acme.example', 'acme.example'],
  ['www.com', 'www.com'],
  ['www.co.uk', 'www.co.uk'],
  ['https://www.acme.example/about?x=1#y', 'acme.example'],
  ['http://acme.example:8080', 'acme.example'],
  ['acme.example/about', 'acme.example'],
  ['//www.acme.example/about', 'acme.example'],
  ['acme.example?mail=a@b.example', 'acme.example'],
  ['careers.acme.co.uk', 'careers.acme.co.uk'],
  ['acme.github.io', 'acme.github.io'],
  ['github.io', 'github.io'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['4chan.example', '4chan.example'],
])('%j is the domain %s', (input, expected) => {
  expect(parseDomain(input)).toBe(expected);
});

test.each([
  '',
  'localhost',
  'http://localhost:3000/x',
  'acme',
  'com',
  'co.uk',
  '127.0.0.1',
  'http://10.1.2.3/x',
  '1.2',
  'acme.123',
  '[::1]',
  'http://[2001:db8::1]/',
  'jane@acme.example',
  'https://jane@acme.example/',
  'https://jane:pw@acme.example/',
  'mailto:jane@acme.example',
  'ftp://acme.example',
  '///acme.example',
  '//jane@acme.example/',
  'https:acme.example',
  'ac me.example',
  'acme\\.example',
  'acme.exa\tmple',
  '-acme.example',
  'acme_x.example',
  'acme..example',
  '%61cme.example',
  `${'a'.repeat(64)}.example`,
  `acme.example/${'x'.repeat(2048)}`,
])('%j is not a domain', (input) => {
  expect(parseDomain(input)).toBeNull();
});

test('normalizing a domain in normal form changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.domain(), fc.webUrl(), fc.string()), (text) => {
      const domain = parseDomain(text);
      if (domain !== null) expect(parseDomain(domain)).toBe(domain);
    }),
  );
});

test.each([
  ['acme.example', 'acme.example'],
  ['a.b.acme.co.uk', 'acme.co.uk'],
  ['acme.github.io', 'acme.github.io'],
  ['blog.acme.github.io', 'acme.github.io'],
  ['github.io', null],
  ['shop.acme.uk.com', 'acme.uk.com'],
  ['uk.com', null],
  ['co.uk', null],
])('the registrable domain of %s is %s', (host, expected) => {
  expect(registrableDomain(host)).toBe(expected);
});

test('two customers of one suffix are never the same, regardless of its operator', () => {
  const suffix = fc.constantFrom(
    ...'com co.uk uk.com us.com de.com eu.org co.com com.se github.io myshopify.com krakow.pl wixsite.com'.split(' '),
  );
  const label = fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/).filter((text) => text !== 'www');
  fc.assert(
    fc.property(suffix, label, label, fc.array(label, { maxLength: 2 }), (end, one, other, below) => {
      const [a, b] = [one, other].map((name) => [...below, `${name}9`, end].join('.'));
      expect(registrableDomain(a ?? '')).toBe(`${one}9.${end}`);
      expect(siteOf(a ?? '') === siteOf(b ?? '')).toBe(one === other);
      expect(registrableDomain(siteOf(a ?? ''))).toBe(siteOf(a ?? ''));
    }),
  );
});
