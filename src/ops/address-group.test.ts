import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressGroup } from './address-group.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:C000:0201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:c000:201', '192.0.2.1'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3::4:5:6:7', '1:2:3:0::/64'],
  ['192.0.2.1:443', '192.0.2.1'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['[::ffff:192.0.2.1]', '192.0.2.1'],
])('counts the address %s as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

test.each([undefined, ''])('counts the address of a closed socket (%j) as one shared group', (address) => {
  expect(addressGroup(address)).toBe('unknown');
});

test.each(['localhost', '192.0.2.1:x', '2001:db8::g', '1:2'])(
  'returns the text %s, not an address, as it is',
  (text) => {
    expect(addressGroup(text)).toBe(text);
  },
);

test('groups two IPv6 addresses exactly when their first 64 bits are equal', () => {
  const ipv6 = fc.ipV6().filter((address) => !/^(0*:)*0*:ffff:/i.test(address) && !address.startsWith('::'));
  const asUrl = (address: string) => new URL(`http://[${address}]`).hostname;
  fc.assert(
    fc.property(ipv6, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (address, rest) => {
      const group = addressGroup(address);
      const tail = rest
        .toString(16)
        .padStart(16, '0')
        .replace(/(.{4})(?=.)/g, '$1:');
      const sibling = `${group.replace('::/64', '')}:${tail}`;
      expect(addressGroup(sibling)).toBe(group);
      expect(asUrl(group.replace('/64', ''))).toBe(asUrl(`${group.replace('::/64', '')}:0:0:0:0`));
    }),
  );
});
