import { describe, expect, it } from 'vitest';
import { parseDomain } from '../../../identity/domain.ts';
import platformHosts from '../../../identity/platform-hosts.json' with { type: 'json' };
import { websiteDomain, websitesIn } from './website-domain.ts';

describe('the domain of a website', () => {
  it.each([
    ['https://www.acme.test/about?x=1', 'acme.test'],
    ['http://www2.acme.test', 'acme.test'],
    ['ACME.TEST', 'acme.test'],
    ['https://corp.acme.test/', 'corp.acme.test'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['https://acme.uk.com', 'acme.uk.com'],
    ['https://acme.co.business', 'acme.co.business'],
    ['https://asp.krakow.pl', 'asp.krakow.pl'],
    ['https://ruhr-uni-bochum.de/', 'ruhr-uni-bochum.de'],
  ])('takes from %s the domain %s', (website, domain) => expect(websiteDomain(website, 'Acme')).toBe(domain));

  it.each([
    'https://www.facebook.com/acme',
    'https://www.facebook.com/',
    'facebook.com',
    'https://acme.wixsite.com/home',
    'https://acme.wixsite.com',
    'https://acme.github.io',
    'https://acme.azurewebsites.net',
    'https://apps.apple.com/app/id1',
    'https://some.example/company/acme',
    'https://some.example/in/jo',
    'http://192.0.2.1/',
    'not a site',
  ])('takes no domain from %s', (website) => expect(websiteDomain(website, 'Acme')).toBe(null));

  it('may be a platform’s host if the company has its name', () => {
    expect(websiteDomain('https://www.facebook.com/', 'Facebook, Inc.')).toBe('facebook.com');
    expect(websiteDomain('https://about.gitlab.com/', 'GitLab')).toBe('gitlab.com');
    expect(websiteDomain('https://about.gitlab.com/', 'Acme')).toBe(null);
    expect(websiteDomain('http://corporate.deliveroo.co.uk', 'Deliveroo plc')).toBe('deliveroo.co.uk');
    expect(websiteDomain('https://deliveroo.co.uk', 'Deliveroo plc')).toBe('deliveroo.co.uk');
    expect(websiteDomain('https://deliveroo.co.uk', 'Co-operative Foods')).toBe(null);
    expect(websiteDomain('https://acme.deliveroo.co.uk', 'Acme')).toBe(null);
    expect(websiteDomain('https://x.com', 'X Corp.')).toBe('x.com');
    expect(websiteDomain('https://x.com', 'Xanadu Ltd')).toBe('x.com');
    expect(websiteDomain('https://x.com', 'Max Foods')).toBe(null);
    expect(websiteDomain('https://www.facebook.com/facebook', 'Facebook, Inc.')).toBe(null);
  });

  it('uses a sorted list of platform hosts in normal form', () => {
    expect(platformHosts).toEqual(platformHosts.toSorted());
    for (const host of platformHosts) expect(parseDomain(host)).toBe(host);
  });
});

describe('web addresses in a text', () => {
  it.each([
    ['https://acme.test/x?y=1', ['https://acme.test/x?y=1']],
    ['acme.test', ['acme.test']],
    ['http://a.test http://b.test', ['http://a.test', 'http://b.test']],
    ['a.test; b.test', ['a.test', 'b.test']],
    ['a.test, https://b.test/c', ['a.test', 'https://b.test/c']],
    ['http://a.testhttp://b.test', ['http://a.test', 'http://b.test']],
    ['http://https://acme.test', ['https://acme.test']],
    ['http//acme.test', ['http://acme.test']],
    ['http:\\\\acme.test', ['http://acme.test']],
    ['<https://acme.test>', ['https://acme.test']],
    ['(acme.test)', ['acme.test']],
    ['[Acme](https://acme.test)', ['https://acme.test']],
    ['[https://acme.test](https://acme.test/)', ['https://acme.test/']],
    ['http://', []],
    ['https://www.', []],
    ['see below', []],
    ['jo@acme.test', []],
  ])('finds in %j: %j', (text, websites) => expect(websitesIn(text)).toEqual(websites));
});
