import { expect, it } from 'vitest';
import type { EmployerReference } from '../contract/import-records.ts';
import { employedKeys, employedLookupKeys } from './employed-key.ts';

const at = (company_name: string | null, company_domain: string | null = null): EmployerReference => ({
  company_network_url: null,
  company_name,
  company_domain,
});

const areCompared = (stored: readonly number[], lookedUp: readonly number[]) =>
  lookedUp.some((key) => stored.includes(key));

it.each<[string, EmployerReference, string, EmployerReference]>([
  ['Jane Doe', at('Acme GmbH'), 'Doe Jane', at('ACME')],
  ['Jane Doe', at('Acme GmbH'), 'J. Deo', at('Acme')],
  ['Robert Doe', at('Acme'), 'Bob Doe', at('Acme')],
  ['Robert Doe', at('Acme'), 'Doe Bob', at('Acme')],
  ['Jane Doe', at(null, 'shop.acme.example'), 'Jane Doe', at('Acme')],
  ['Jane Doe', at('Acme'), 'Jane Doe', at('Rockets', 'acme.example')],
  ['Ana García', at('Acme'), 'Ana García López', at('Acme')],
  ['García López Ana', at('Acme'), 'Ana García López', at('Acme')],
  ['Ana López', at('Acme'), 'Ana García López', at('Acme')],
  ['Jane van der Doe', at('Acme'), 'Dr Jane Doe', at('Acme')],
  ['Prince', at('Acme'), 'PRINCE', at('Acme')],
  ['Ahmed El Masry', at('Acme'), 'Ahmad Elmasry', at('Acme')],
  ['Jan de Vries', at('Acme'), 'Jan Devries', at('Acme')],
  ['Jan van den Berg', at('Acme'), 'J. Vandenberg', at('Acme')],
  ['Alexey Yakovlev', at('Acme'), 'Aleksei Iakovlev', at('Acme')],
  ['Katarzyna Nowak', at('Acme'), 'Kasia Nowak', at('Acme')],
])('compares %s at %j with %s at %j, in either order', (one, employer, other, otherEmployer) => {
  expect(areCompared(employedKeys(one, [employer]), employedLookupKeys(other, [otherEmployer]))).toBe(true);
  expect(areCompared(employedKeys(other, [otherEmployer]), employedLookupKeys(one, [employer]))).toBe(true);
});

it('has the keys of each position', () => {
  const two = [at('Acme'), at('Rockets')];
  for (const employer of two) {
    expect(areCompared(employedKeys('Jane Doe', two), employedLookupKeys('Jane Doe', [employer]))).toBe(true);
  }
  expect(areCompared(employedKeys('Jane Doe', two), employedLookupKeys('Jane Doe', [at('Bolt')]))).toBe(false);
});

it('has no key without a name or an employer', () => {
  expect([employedKeys('Jane Doe', [at(null)]), employedKeys('***', [at('Acme')])]).toEqual([[], []]);
});
