import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalUrl, NETWORK_HOST_DEFAULT, parseNetworkUrl, slugNamed } from './network-url.ts';

const HOST = 'network.example';

describe('a company URL is recognized by its path', () => {
  test.each([
    ['https://network.example/company/acme', HOST],
    ['http://network.example/company/acme', HOST],
    ['HTTPS://Network.Example/company/ACME', HOST],
    ['network.example/company/acme', HOST],
    ['//network.example/company/acme/', HOST],
    ['//Network.Example:443/de/company/acme?x', HOST],
    ['www.network.example/company/acme', 'www.network.example'],
    ['https://de.network.example/company/acme/', 'de.network.example'],
    ['https://network.example:8443/company/acme', HOST],
    ['https://network.example/de/company/acme', HOST],
    ['https://network.example/Company/acme/about', HOST],
    ['https://network.example/company/acme?trk=a//b#top', HOST],
    ['https://network.example/company/acme/?x', HOST],
    ['https://network.example/company/%61cme', HOST],
    ['https://xn--bcher-kva.example/company/acme', 'xn--bcher-kva.example'],
    ['https://bücher.example/company/acme', 'xn--bcher-kva.example'],
    ['  https://network.example/company/acme\n', HOST],
    ['/company/acme', null],
    ['/de/company/acme/jobs/', null],
  ])('%j', (input, host) => {
    expect(parseNetworkUrl(input, 'company')).toEqual({ slug: 'acme', host });
  });
});

describe('a slug is the percent-decoded, NFC, lower-case path segment', () => {
  test.each([
    ['/in/Jane-Doe_1.x', 'jane-doe_1.x'],
    ['/in/jos%C3%A9', 'josé'],
    ['/in/jose\u0301', 'josé'],
    ['/in/JOSÉ', 'josé'],
    ["/in/o'neil&(co)+,’", "o'neil&(co)+,’"],
    ['/in/a%26b', 'a&b'],
    ['/in/山田太郎', '山田太郎'],
    ['/in/हिन्दी', 'हिन्दी'],
    ['/in/in', 'in'],
    ['/in/in/x', 'in'],
    [`/in/${'é'.repeat(200)}`, 'é'.repeat(200)],
    [`/in/${'𐐨'.repeat(200)}`, '𐐨'.repeat(200)],
  ])('%j', (input, slug) => {
    expect(parseNetworkUrl(input, 'person')?.slug).toBe(slug);
  });
});

describe('anything else is rejected', () => {
  test.each([
    '',
    '/',
    'acme',
    'company/acme',
    '/company/',
    '/company//',
    '/company//acme',
    '//company/acme',
    '//acme',
    '///network.example/company/acme',
    '//user@network.example/company/acme',
    'https:///company/acme',
    'https:/network.example/company/acme',
    'ftp://network.example/company/acme',
    'javascript:/company/acme',
    'https://user@network.example/company/acme',
    'https://user:pw@network.example/company/acme',
    'https://network.example:/company/acme',
    'https://network.example:port/company/acme',
    'https://network..example/company/acme',
    'https://network.example/about/company/acme',
    'https://network.example/deu/company/acme',
    'https://network.example/d1/company/acme',
    'https://network.example/de/fr/company/acme',
    'https://network.example/in/acme',
    'https://network.example/companyx/acme',
    'https://network.example\\company\\acme',
    'https://network.example/company/ac\tme',
    'https://network.example/company/ac\nme',
    'https://network.example/company/ac me',
    'https://network.example/company/ac%20me',
    'https://network.example/company/ac%00me',
    'https://network.example/company/ac%2Fme',
    'https://network.example/company/ac%me',
    'https://network.example/company/%C3',
    'https://network.example/company/%2561cme',
    'https://network.example/company/.',
    'https://network.example/company/..',
    'https://network.example/company/%2e%2E',
    'https://network.example/company/acme/../other',
    'https://network.example/company/a*b',
    'https://network.example/company/a\u200bb',
    'https://network.example/company/a\ud800b',
    `/company/${'a'.repeat(201)}`,
    `/company/${'𐐨'.repeat(201)}`,
    `/company/acme?${'x'.repeat(2048)}`,
  ])('%j', (input) => {
    expect(parseNetworkUrl(input, 'company')).toBeNull();
  });
});

describe('the canonical URL', () => {
  test('percent-encodes the slug once and keeps the host of the record', () => {
    expect(canonicalUrl('person', { slug: 'josé&co', host: HOST }, null)).toBe(
      'https://network.example/in/jos%C3%A9%26co',
    );
  });

  test('prefers the host of the settings to that of the record, then a default', () => {
    expect(canonicalUrl('company', { slug: 'acme', host: HOST }, 'x.test')).toBe('https://x.test/company/acme');
    expect(canonicalUrl('company', { slug: 'acme', host: null }, null)).toBe(
      `https://${NETWORK_HOST_DEFAULT}/company/acme`,
    );
  });

  test('parses to the same slug and host, for every slug', () => {
    const letters = fc.constantFrom(..."abzßéÉİıςΣ山हिन्द़5-_.&'+(),’e\u0301𐐀");
    const slugs = fc.array(letters, { minLength: 1, maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(slugs, fc.constantFrom<'company' | 'person'>('company', 'person'), (text, kind) => {
        const word = kind === 'company' ? 'company' : 'in';
        const url = parseNetworkUrl(`https://${HOST}/${word}/${encodeURIComponent(text)}`, kind);
        fc.pre(url !== null);
        expect(parseNetworkUrl(canonicalUrl(kind, url, null), kind)).toEqual(url);
      }),
    );
  });

  test('any text is either rejected or has a stable canonical form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const url = parseNetworkUrl(`/in/${text}`, 'person');
        if (url === null) return;
        expect(parseNetworkUrl(canonicalUrl('person', url, null), 'person')?.slug).toBe(url.slug);
      }),
    );
  });
});

test('a record can be named by its profile URL or by its slug, in any spelling', () => {
  const named = ['https://www.network.example/in/jane-doe', 'network.example/in/Jane-Doe/', ' Jane-Doe ', 'jane-doe'];
  expect(named.map((text) => slugNamed(text, 'person'))).toEqual(named.map(() => 'jane-doe'));
  expect(slugNamed('Zoe\u0308', 'company')).toBe('zo\u00eb');
  expect(slugNamed('Zo%C3%AB', 'company')).toBe('zo\u00eb');
  expect(slugNamed('no slug%', 'company')).toBe('no slug%');
});
