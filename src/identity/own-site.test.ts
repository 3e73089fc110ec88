import { expect, test } from 'vitest';
import { isSiteOfName, ownSites } from './own-site.ts';

test.each([
  ['Acme', ['www.acme.example', 'shop.acme.example'], ['acme.example']],
  ['Acme', ['gmail.com', 'web.de', 'example.com', 'bit.ly', 'facebook.com'], []],
  ['Acme', ['none.com', 'yourcompany.com', 'kununu.com', 'treatwell.de', 'hh.ru', 'shop.e-monsite.com'], []],
  ['Kununu GmbH', ['kununu.com'], ['kununu.com']],
  ['Orange SA', ['orange.fr'], ['orange.fr']],
  ['NetEase', ['163.com'], ['163.com']],
])('the sites of %s on %j are %j', (name, domains, sites) => {
  expect(
    ownSites(
      name,
      domains.map((domain) => domain.replace('www.', '')),
    ),
  ).toEqual(sites);
});

test.each([
  ['Acme Lamps', 'acme-group.example', true],
  ['Iserlohner Werkzeuge', 'iw.example', true],
  ['Müller Optics', 'mueller-optics.example', true],
  ['Schuhhaus Stiefel', 'mall-on-sea.example', false],
])('the site of %s may be %s: %s', (name, site, isOwn) => {
  expect(isSiteOfName(name, site)).toBe(isOwn);
});
