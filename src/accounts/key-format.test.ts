import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashKey, hashOfKey, isKey, makeKey, maskKey, randomBase62, resemblesKey } from './key-format.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

test('a made key has its form and is recognised; no two are equal', () => {
  const keys = Array.from({ length: 1000 }, makeKey);
  for (const key of keys) {
    expect(key).toMatch(/^cf_live_[0-9A-Za-z]{36}$/);
    expect(isKey(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(1000);
});

test('law: a key with any one character changed is refused', () => {
  const property = fc.property(fc.nat(43), fc.constantFrom(...BASE62, '_', '-', 'é'), (place, character) => {
    const key = makeKey();
    const changed = key.slice(0, place) + character + key.slice(place + 1);
    expect(isKey(changed)).toBe(changed === key);
  });
  fc.assert(property, { numRuns: 2000 });
});

test('law: two neighbouring characters that change places are refused', () => {
  const property = fc.property(fc.nat(42), (place) => {
    const key = makeKey();
    const swapped = key.slice(0, place) + key.charAt(place + 1) + key.charAt(place) + key.slice(place + 2);
    expect(isKey(swapped)).toBe(swapped === key);
  });
  fc.assert(property, { numRuns: 500 });
});

test('a text of another length or prefix is no key', () => {
  const key = makeKey();
  for (const text of ['', 'cf_live_', key.slice(1), key.slice(0, -1), `${key}0`, `${key}\n`, ` ${key}`]) {
    expect(isKey(text)).toBe(false);
  }
});

test('the checksum is the CRC-32 in base62 with leading zeros: keys once given out stay keys', () => {
  expect(isKey(`cf_live_${'0'.repeat(30)}4KSh9Q`)).toBe(true);
  expect(isKey(`cf_live_${'302'.padStart(30, '0')}00GAzp`)).toBe(true);
});

test('the hash is SHA-256 in hex', () => {
  const key = makeKey();
  expect(hashKey(key)).toBe(createHash('sha256').update(key).digest('hex'));
});

test('the hash of a text is that of the key that it is, each time, and none where it is no key', () => {
  const keys = Array.from({ length: 50 }, makeKey);
  for (const key of [...keys, ...keys]) expect(hashOfKey(key)).toBe(hashKey(key));
  for (const key of keys) expect(hashOfKey(`${key} `)).toBeNull();
});

test('the masked form shows four characters at either end and no more', () => {
  const key = makeKey();
  expect(maskKey(key)).toBe(`cf_live_${key.slice(8, 12)}…${key.slice(40)}`);
  expect(isKey(maskKey(key))).toBe(false);
  expect(resemblesKey(`my ${key}`)).toBe(true);
  expect(resemblesKey('key_0123456789abcdef')).toBe(false);
});

test('random characters are drawn evenly', () => {
  const counts = new Map<string, number>();
  const drawn = 62_000;
  for (const character of randomBase62(drawn)) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect([...counts.keys()].sort().join('')).toBe([...BASE62].sort().join(''));
  // Mean 1,000, deviation 31.4: seven deviations are exceeded once in 6 billion runs.
  for (const count of counts.values()) expect(Math.abs(count - drawn / 62)).toBeLessThan(220);
});
