import { expect, test } from 'vitest';
import { parseHostname } from './hostname.ts';

test.each([
  ['ACME.Example', 'acme.example'],
  ['acme.example.', 'acme.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
  ['Ａcme.example', 'acme.example'],
  ['localhost', 'localhost'],
  [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
])('%s is the hostname %s', (input, expected) => {
  expect(parseHostname(input)).toBe(expected);
});

test.each([
  '',
  '.',
  'a..example',
  '.acme.example',
  'acme.example..',
  '-acme.example',
  'acme-.example',
  'ac_me.example',
  'ac me.example',
  '%61cme.example',
  '[::1]',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(130)}example`,
])('%j is not a hostname', (input) => {
  expect(parseHostname(input)).toBeNull();
});
