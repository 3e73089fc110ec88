import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownExample } from './shown-example.ts';

const shown = (field: string | null, value: unknown) => shownExample('people', field, value);

test.each([
  ['companies', 'hq.country_code', 'Atlantis', 'Atlantis'],
  ['companies', 'founded_year', 12345, '12345'],
  ['companies', 'founded_year', '2013 (1888)', '2013 (1888)'],
  ['companies', 'founded_year', '1888 - 2013 - 2020', '1888 - 2013 - 2020'],
  ['companies', 'employee_count', '1001 5000 20000', '1001 5000 20000'],
  ['companies', 'followers', '12 345 678 901', '12 345 678 901'],
  ['companies', 'industry', 'Rope & Twine 24/7', 'Rope & Twine 24/7'],
  ['companies', 'website', '  not\n a   site ', 'not a site'],
  ['companies', 'about', 'x'.repeat(500), `${'x'.repeat(59)}…`],
  ['companies', 'network_url', 'https://other.example/firma/acme', 'https://other.example/firma/acme'],
  ['companies', 'network_url', 'https://n.example/in/jane-roe', 'https://n.example/in/xxxx-xxx'],
  ['jobs', 'company_network_url', 'acme/careers', 'acme/careers'],
  ['jobs', 'posted_at', '2026-13-45 10:00', '2026-13-45 10:00'],
  ['people', 'experiences.company_network_url', 'https://acme.example', 'https://acme.example'],
  ['people', 'experiences.job_start_date', '05/07/2019', '05/07/2019'],
  ['people', 'network_url', 'https://n.example/company/acme', 'https://n.example/company/acme'],
  ['people', 'network_url', 'https://other.example/jane.roe', 'https://other.example/xxxx.xxx'],
  ['people', 'network_url', 'jane-roe', 'xxxx-xxx'],
  ['people', 'email', 'Jané.Doe (at) acme.test', 'Xxxx.Xxx (xx) xxxx.xxxx'],
  ['people', 'emails.email', 'no-mail', 'xx-xxxx'],
  ['people', 'phone', '+44 5.55E+10', '+99 9.99X+99'],
] as const)('of %s shows the %s %j as %j', (kind, field, value, example) =>
  expect(shownExample(kind, field, value)).toBe(example),
);

test('masks addresses, numbers and profiles in other fields too', () => {
  expect(shown('job_level', 'jane@acme.test')).not.toContain('jane');
  expect(shown('job_level', 'jane [at] acme.test')).not.toContain('jane');
  for (const phone of [
    '+44 7700 900123',
    '(020) 7946 0123',
    '(202) 555-0123',
    '202-555-0123',
    '07700 900123',
    '07700900123',
  ])
    expect(shown('job_start_date', `call ${phone}`)).not.toMatch(/[0-8]/);
  expect(shown('experiences.company_domain', 'n.example/in/jane-roe')).not.toContain('jane');
});

test('shows no example for lists, objects and blanks', () => {
  for (const value of [null, undefined, '', '  ', {}, ['a']]) expect(shown('name', value)).toBeNull();
});

test('shows no letter and no digit of a personal field', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect((shown('full_name', text) ?? '').replace(/[xX9]/g, '')).not.toMatch(/[\p{L}\p{N}]/u);
    }),
  );
});
