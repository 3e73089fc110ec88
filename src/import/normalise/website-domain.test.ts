import { expect, it } from 'vitest';
import { parseDomain } from '../../identity/domain.ts';
import platformHosts from './platform-hosts.json' with { type: 'json' };
import { websiteDomain } from './website-domain.ts';

it.each([
  ['https://www.acme.test/about?x=1', 'acme.test'],
  ['http://www2.acme.test', 'acme.test'],
  ['ACME.TEST', 'acme.test'],
  ['https://corp.acme.test/', 'corp.acme.test'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
  ['https://www.facebook.com/', 'facebook.com'],
])('%s stands for %s', (website, domain) => expect(websiteDomain(website)).toBe(domain));

it.each([
  'https://www.facebook.com/acme',
  'https://acme.wixsite.com/home',
  'https://acme.wixsite.com',
  'https://apps.apple.com/app/id1',
  'https://some.example/company/acme',
  'https://some.example/in/jo',
  'http://192.0.2.1/',
  'not a site',
])('%s stands for no domain', (website) => expect(websiteDomain(website)).toBe(null));

it('the list of platforms holds hosts in normal form, sorted', () => {
  expect(platformHosts).toEqual(platformHosts.toSorted());
  for (const host of platformHosts) expect(parseDomain(host)).toBe(host);
});
