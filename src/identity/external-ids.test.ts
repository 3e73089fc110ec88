import { expect, it } from 'vitest';
import { CRM_ID, GITHUB, type IdForm, ISIN, LEI, REGISTRY_NUMBER, X } from '../contract/record-table/id-form.ts';
import { externalIdKeys, externalIdsOf, idFindings, parseExternalId } from './external-ids.ts';

it.each<[string, IdForm, string | null]>([
  ['us0acme00100', ISIN, 'US0ACME00100'],
  ['DE 000 ACME01 6', ISIN, 'DE000ACME016'],
  ['US0ACME00101', ISIN, null],
  ['0ACME00100', ISIN, null],
  ['5493 00ANVI LSWO RKSB 61', LEI, '549300ANVILSWORKSB61'],
  ['529900acmerocketsa94', LEI, '529900ACMEROCKETSA94'],
  ['HRB 12345', REGISTRY_NUMBER, 'HRB12345'],
  ['hrb-12345', REGISTRY_NUMBER, 'HRB12345'],
  ['@Octo-Cat', GITHUB, 'octo-cat'],
  ['https://www.github.com/Octo-Cat/repo', GITHUB, 'octo-cat'],
  ['https://twitter.com/acme?lang=en', X, 'acme'],
  ['x.com/acme', X, 'acme'],
  ['https://facebook.com/acme', X, null],
  ['https://x.com/', X, null],
  [' 0031x00000AbCdE ', CRM_ID, '0031x00000AbCdE'],
  ['000', CRM_ID, null],
  ['n/a', CRM_ID, null],
  ['--', CRM_ID, null],
  ['1.23457E+16', CRM_ID, null],
  ['1,23457e+11', REGISTRY_NUMBER, null],
  ['1.234E+3', CRM_ID, '1.234E+3'],
  ['1E10', CRM_ID, '1E10'],
])('reads %j as %j', (text, form, expected) => {
  expect(parseExternalId(text, form)).toBe(expected);
});

const company = (ids: object) => externalIdsOf('company', ids);
const reasons = (a: object, b: object, areInOneCountry: boolean | null = null) =>
  idFindings('company', [company(a), company(b)], areInOneCountry).map(({ reason, weight }) => [reason, weight]);

it('is evidence for records with one id in common, against those with different ids of a kind that is unique', () => {
  expect(reasons({ crm_id: ['1', '2'] }, { crm_id: ['2'] })).toEqual([['same crm_id', 13.5]]);
  expect(reasons({ crm_id: ['1'] }, { crm_id: ['2'] })).toEqual([]);
  expect(reasons({ isin: ['A'] }, { isin: ['B'] })).toEqual([]);
  expect(reasons({ lei: ['A'] }, { lei: ['B'] })).toEqual([['different lei', -60]]);
  expect(reasons({ lei: ['A'] }, { isin: ['A'] })).toEqual([]);
});

it('compares numbers of registers in one country only', () => {
  const [one, other] = [{ registry_number: ['1'] }, { registry_number: ['2'] }];
  expect(reasons(one, one, true)).toEqual([['same registry_number', 12]]);
  expect(reasons(one, one)).toEqual([['same registry_number', 12]]);
  expect(reasons(one, one, false)).toEqual([]);
  expect(reasons(one, other, true)).toEqual([['different registry_number', -7]]);
  expect(reasons(one, other)).toEqual([]);
});

it('compares the two lengths of one Salesforce id', () => {
  const [short, long] = [{ crm_id: ['0031x00000AbCdE'] }, { crm_id: ['0031x00000AbCdEAAV'] }];
  expect(externalIdKeys(externalIdsOf('person', long))).toEqual(externalIdKeys(externalIdsOf('person', short)));
});
