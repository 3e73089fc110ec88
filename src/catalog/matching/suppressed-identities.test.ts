import { expect, test } from 'vitest';
import { companyRecord } from '../conformance/records.ts';
import { identitiesOfCompany } from './suppressed-identities.ts';

test('a company known by name only keeps an identity that no table of legal forms can change', () => {
  const words = identitiesOfCompany(companyRecord(null, { name: 'Acme Kilns, Inc.', domains: [] }), true);
  expect(words).toEqual(['acmekilns|', '=acme kilns inc|']);
});

test('a company with a site has its names with the site', () => {
  const words = identitiesOfCompany(companyRecord(null, { name: 'Acme Kilns', domains: ['shop.acme.test'] }), true);
  expect(words).toEqual(['acmekilns|acme.test', '=acme kilns|acme.test']);
});
