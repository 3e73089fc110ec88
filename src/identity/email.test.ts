import { expect, test } from 'vitest';
import { parseEmail } from './email.ts';

test.each([
  ['jane@acme.example', 'jane@acme.example'],
  [' Jane.Doe+x@ACME.Example ', 'jane.doe+x@acme.example'],
  ['jane@www.acme.example', 'jane@www.acme.example'],
  ['jane@bücher.example', 'jane@xn--bcher-kva.example'],
  ["o'neil_{a}@acme.example", "o'neil_{a}@acme.example"],
  [`${'a'.repeat(241)}@acme.example`, `${'a'.repeat(241)}@acme.example`],
])('%j is the address %s', (input, expected) => {
  expect(parseEmail(input)).toBe(expected);
});

test.each([
  '',
  'jane',
  '@acme.example',
  'jane@',
  'jane@acme',
  'jane@localhost',
  'jane@127.0.0.1',
  'jane@[127.0.0.1]',
  'jane@co.uk',
  'jane@acme.example/x',
  'jane@acme.example:25',
  'a@b@acme.example',
  '.jane@acme.example',
  'jane.@acme.example',
  'ja..ne@acme.example',
  '"jane"@acme.example',
  'ja ne@acme.example',
  'jané@acme.example',
  'jane <jane@acme.example>',
  'mailto:jane@acme.example',
  'jane\u0000@acme.example',
  `${'a'.repeat(242)}@acme.example`,
  `jane@${'a.'.repeat(125)}example`,
])('%j is not an address', (input) => {
  expect(parseEmail(input)).toBeNull();
});
