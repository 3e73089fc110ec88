import { expect, it } from 'vitest';
import type { EmployerReference } from '../contract/import-records.ts';
import { employedKey, employedKeysToAsk } from './employed-key.ts';

const at = (company_name: string | null, company_domain: string | null = null): EmployerReference => ({
  company_network_url: null,
  company_name,
  company_domain,
});

it.each<[string, EmployerReference, string, EmployerReference]>([
  ['Jane Doe', at('Acme GmbH'), 'Doe Jane', at('ACME')],
  ['Jane Doe', at('Acme GmbH'), 'J. Deo', at('Acme')],
  ['Robert Doe', at('Acme'), 'Bob Doe', at('Acme')],
  ['Bob Doe', at('Acme'), 'Robert Doe', at('Acme')],
  ['Jane Doe', at(null, 'shop.acme.example'), 'Jane Doe', at('Acme')],
  ['Jane Doe', at('Acme'), 'Jane Doe', at('Rockets', 'acme.example')],
  ['Ana García', at('Acme'), 'Ana García López', at('Acme')],
  ['Jane van der Doe', at('Acme'), 'Dr Jane Doe', at('Acme')],
])('finds %s at %j when asked for %s at %j', (stored, employer, asked, other) => {
  expect(employedKeysToAsk(asked, [other])).toContain(employedKey(stored, employer));
});

it('has no key without a name or an employer', () => {
  expect([employedKey('Jane Doe', at(null)), employedKey('***', at('Acme'))]).toEqual([null, null]);
});
