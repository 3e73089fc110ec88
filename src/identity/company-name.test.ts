import { expect, test } from 'vitest';
import { companyNameKey } from './company-name.ts';

test.each([
  [
    'Acme',
    'ACME Inc.',
    'The Acme Company',
    'Acme, S.A.',
    'Acme S.p.A.',
    'Acme GmbH & Co. KG',
    'PT Acme Tbk',
    'Acme AB (publ)',
  ],
  ['Müller & Söhne GmbH', 'Muller Sohne', 'MULLER und SOHNE'],
  ['Acme Rockets Public Limited Company', 'Acme Rockets plc', 'Acme Rockets Ord'],
])('%s is equal to the others', (...names) => {
  expect(new Set(names.map(companyNameKey)).size).toBe(1);
});

test.each([
  ['Acme', 'Acme Rockets'],
  ['Acme Holding', 'Acme Group'],
  ['AG', 'SE'],
  ['***', '!!!'],
])('%s is not equal to %s', (one, other) => {
  expect(companyNameKey(one)).not.toBe(companyNameKey(other));
});
