import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownExample } from './shown-example.ts';

test.each([
  ['hq.country_code', 'Atlantis', 'Atlantis'],
  ['founded_year', 12345, '12345'],
  ['website', '  not\n a   site ', 'not a site'],
  ['about', 'x'.repeat(500), `${'x'.repeat(59)}…`],
  ['email', 'Jané.Doe (at) acme.test', 'Xxxx.Xxx (xx) xxxx.xxxx'],
  ['emails.email', 'no-mail', 'xx-xxxx'],
  ['phone', '+44 5.55E+10', '+99 9.99X+99'],
  ['network_url', 'https://network.example/company/jane', 'xxxxx://xxxxxxx.xxxxxxx/xxxxxxx/xxxx'],
])('of %s %j is shown as %j', (field, value, shown) => expect(shownExample(field, value)).toBe(shown));

test('addresses and numbers in other fields are masked too', () => {
  expect(shownExample('job_level', 'jane@acme.test')).not.toContain('jane');
  expect(shownExample('job_start_date', 'call +44 7700 900123')).not.toContain('900123');
});

test('lists, objects and blanks are no example', () => {
  for (const value of [null, undefined, '', '  ', {}, ['a']]) expect(shownExample('name', value)).toBeNull();
});

test('of a personal field no letter and no digit stays', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect((shownExample('full_name', text) ?? '').replace(/[xX9]/g, '')).not.toMatch(/[\p{L}\p{N}]/u);
    }),
  );
});
