import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact } from './redact.ts';

describe('e-mail- and phone-shaped parts are replaced', () => {
  test.each([
    ['Write to jane.doe+x@acme.example.', 'Write to [redacted].'],
    ['<jane@acme.example>, joe@sub.acme.example', '<[redacted]>, [redacted]'],
    ['a@acme.example/b@acme.example', '[redacted][redacted]'],
    ['josé@bücher.example', '[redacted]'],
    [`${'a'.repeat(100)}@acme.example`, '[redacted]'],
    ['+44 7700 900123', '[redacted]'],
    ['Tel:+44 (0)7700 900123, ask for Jo', 'Tel:[redacted], ask for Jo'],
    ['call (202) 555-0142 now', 'call [redacted] now'],
    ['202-555-0142', '[redacted]'],
    ['202.555.0142', '[redacted]'],
    ['2025550142', '[redacted]'],
    ['555-0142', '[redacted]'],
    ['612 345 678', '[redacted]'],
    ['030/23125 000', '[redacted]'],
    ['Since 2010: 07700 900123', 'Since 2010: [redacted]'],
    ['07700900123,07700900124', '[redacted],[redacted]'],
    ['Tel+447700900123', 'Tel+[redacted]'],
    ['1001-5023', '[redacted]'],
    ['555-1000', '[redacted]'],
    ['+1001-5000', '[redacted]'],
    ['2341-5600', '[redacted]'],
    ['202\u2011555\u20110142', '[redacted]'],
    ['202-555-0142 / 202-555-0143', '[redacted]'],
    ['a@acme.example or +1 202 555 0142', '[redacted] or [redacted]'],
  ])('%j', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });
});

describe('other numbers and signs stay', () => {
  test.each([
    'CTO @ Acme',
    '@jane on the network',
    '2010-2015',
    '2010 - 2015, 2016 – 2019',
    '2008 2010 2012',
    '(2010-2015)',
    '2001-2005 2006-2010 2011-2015',
    '01/2010 - 12/2012',
    '2019-05-12',
    '2019-05-12 10:30',
    '2019-05-12/2020-06-13',
    '12.05.2019',
    '20190512',
    '10,000+ employees',
    '$1,250,000 raised',
    'raised 25000000',
    'raised €25000000',
    'raised 25500000 €',
    'raised USD 1234567',
    'raised 1234567 EUR',
    '1234567,89',
    '1234567.89',
    '1.234.567 users',
    '25 000 000 users',
    '125 000 000 users',
    '1,000,000',
    'patent US10234567',
    'https://acme.example/p/123456789',
    'order #123456789',
    '99.9999999%',
    'ISO 9001, 14001',
    '51-200',
    '501-1000',
    '1001-5000',
    '1001 - 5000 employees',
    '5001–10000',
    'grew from 1000-5000 to 10000-20000 seats',
    '1234567890123456',
  ])('%j', (text) => {
    expect(redact(text)).toBe(text);
  });
});

test('is idempotent', () => {
  const parts = fc.constantFrom(
    'a@b.example',
    '+44 7700 900123',
    '2010',
    '-',
    ' ',
    '/',
    '555-0142',
    'x',
    '(',
    ')',
    '.',
    '1',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (texts) => {
      const once = redact(texts.join(''));
      expect(redact(once)).toBe(once);
    }),
  );
});

test('reads a long text of digits and separators in linear time', () => {
  const started = performance.now();
  redact(`${'1-'.repeat(20_000)}x${'a@'.repeat(20_000)} ${'a.'.repeat(20_000)}@${'9 '.repeat(20_000)}`);
  expect(performance.now() - started).toBeLessThan(10_000);
});
