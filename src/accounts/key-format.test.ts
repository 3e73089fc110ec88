import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  generateKey,
  hashKey,
  hashOfKey,
  isKey,
  kindOfKey,
  maskKey,
  randomBase62,
  resemblesKey,
} from './key-format.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

test('makes keys that have the form and are recognized, no two equal', () => {
  const keys = Array.from({ length: 1000 }, () => generateKey());
  for (const key of keys) {
    expect(key).toMatch(/^cf_live_[0-9A-Za-z]{36}$/);
    expect(isKey(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(1000);
});

test('law: rejects a key with any one changed character', () => {
  const property = fc.property(fc.nat(43), fc.constantFrom(...BASE62, '_', '-', 'é'), (index, character) => {
    const key = generateKey();
    const changed = key.slice(0, index) + character + key.slice(index + 1);
    expect(isKey(changed)).toBe(changed === key);
  });
  fc.assert(property, { numRuns: 2000 });
});

test('law: rejects a key with two neighboring characters swapped', () => {
  const property = fc.property(fc.nat(42), (index) => {
    const key = generateKey();
    const swapped = key.slice(0, index) + key.charAt(index + 1) + key.charAt(index) + key.slice(index + 2);
    expect(isKey(swapped)).toBe(swapped === key);
  });
  fc.assert(property, { numRuns: 500 });
});

test('rejects a text of another length or prefix', () => {
  const key = generateKey();
  for (const text of ['', 'cf_live_', key.slice(1), key.slice(0, -1), `${key}0`, `${key}\n`, ` ${key}`]) {
    expect(isKey(text)).toBe(false);
  }
});

test('uses CRC-32 in base62 with leading zeros as checksum, so that issued keys stay valid', () => {
  expect(isKey(`cf_live_${'0'.repeat(30)}4KSh9Q`)).toBe(true);
  expect(isKey(`cf_live_${'302'.padStart(30, '0')}00GAzp`)).toBe(true);
});

test('hashes by SHA-256 in hex', () => {
  const key = generateKey();
  expect(hashKey(key)).toBe(createHash('sha256').update(key).digest('hex'));
});

test('returns the hash of a key, each time, and none for other texts', () => {
  const keys = Array.from({ length: 50 }, generateKey);
  for (const key of [...keys, ...keys]) expect(hashOfKey(key)).toBe(hashKey(key));
  for (const key of keys) expect(hashOfKey(`${key} `)).toBeNull();
});

test('masks all but four characters at either end', () => {
  const key = generateKey();
  expect(maskKey(key)).toBe(`cf_live_${key.slice(8, 12)}…${key.slice(40)}`);
  expect(isKey(maskKey(key))).toBe(false);
  expect(resemblesKey(`my ${key}`)).toBe(true);
  expect(resemblesKey('key_0123456789abcdef')).toBe(false);
});

test('draws random characters evenly', () => {
  const counts = new Map<string, number>();
  const drawn = 62_000;
  for (const character of randomBase62(drawn)) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect([...counts.keys()].sort().join('')).toBe([...BASE62].sort().join(''));
  // Mean 1,000, deviation 31.4: seven deviations are exceeded once in 6 billion runs.
  for (const count of counts.values()) expect(Math.abs(count - drawn / 62)).toBeLessThan(220);
});

test('distinguishes ingest keys by their prefix, which the checksum covers', () => {
  const key = generateKey('ingest');
  expect(key).toMatch(/^cf_ingest_[0-9A-Za-z]{36}$/);
  expect([kindOfKey(key), kindOfKey(generateKey()), kindOfKey('cf_ingest_')]).toEqual(['ingest', 'call', null]);
  expect(kindOfKey(key.replace('cf_ingest_', 'cf_live_'))).toBeNull();
  expect(maskKey(key)).toBe(`${key.slice(0, 14)}…${key.slice(-4)}`);
  expect(resemblesKey(`x ${key}`)).toBe(true);
});
