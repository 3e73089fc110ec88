import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BucketTable, BucketTableWriter } from './bucket-table.ts';
import { type KeyHash, keyHash } from './key-hash.ts';

const path = join(tmpdir(), `cardfile-table-${process.pid}`);

type Entries = readonly (readonly [key: string, doc: number])[];

/** Entries, written and opened again. */
function tableOf(entries: Entries, hash: (key: string) => KeyHash, memoryBytes?: number): BucketTable {
  const writer = new BucketTableWriter({ path, ...(memoryBytes === undefined ? {} : { memoryBytes }) }, hash);
  for (const [key, doc] of entries) writer.add(key, doc);
  const parts: Buffer[] = [];
  const starts = writer.finish((bucket) => void parts.push(Buffer.from(bucket)));
  const bytes = Buffer.concat(parts);
  return new BucketTable(starts, { range: (start, length) => bytes.subarray(start, start + length) }, hash);
}

const docsOf = (entries: Entries, isWanted: (key: string) => boolean) =>
  entries
    .filter(([key]) => isWanted(key))
    .map(([, doc]) => doc)
    .sort((one, other) => one - other);

const doc = fc.oneof(fc.nat(20), fc.constantFrom(2 ** 29 - 1, 2 ** 28));
const key = fc.oneof(
  fc.constantFrom('jane@acme.example', '+447700900001', 'jane-doe', 'jané', ''),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

/** Hashes that collide on purpose: in the bucket, in the fingerprint, in both. */
const HASHES: Record<string, (key: string) => KeyHash> = {
  real: keyHash,
  'one bucket': (each) => ({ bucket: 0xffffffff, fingerprint: keyHash(each).fingerprint }),
  'one fingerprint': (each) => ({ bucket: keyHash(each).bucket, fingerprint: 0xffffff00 }),
  'one hash': () => ({ bucket: 0x80000000, fingerprint: 0 }),
};

test.each(Object.entries(HASHES))('a key finds all its documents, and others only by collision: %s', (_, hash) => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(key, doc), { maxLength: 300 }),
      fc.constantFrom(0, 200, undefined),
      (entries, memory) => {
        const table = tableOf(entries, hash, memory);
        const bits = Math.log2(Math.max(1, 2 ** Math.ceil(Math.log2(Math.max(1, entries.length / 64)))));
        const markOf = (each: string) => {
          const { bucket, fingerprint } = hash(each);
          return `${bits === 0 ? 0 : bucket >>> (32 - bits)} ${fingerprint >>> 8}`;
        };
        for (const [value] of [...entries, ['never added', 0] as const]) {
          expect(table.candidates(value)).toEqual(docsOf(entries, (each) => markOf(each) === markOf(value)));
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('an unknown key of a large table has hardly any candidates, and buckets are of even size', () => {
  const entries: Entries = Array.from({ length: 100_000 }, (_, index) => [
    `person-${index}@mail-${index % 7}.example`,
    index,
  ]);
  const table = tableOf(entries, keyHash);
  for (const [each, at] of entries.filter((_, index) => index % 997 === 0))
    expect(table.candidates(each)).toContain(at);
  const strays = Array.from({ length: 20_000 }, (_, index) => table.candidates(`other-${index}@mail.example`).length);
  // 64 entries with 24 bits of hash: one candidate in 260,000 look-ups.
  expect(strays.reduce((sum, count) => sum + count, 0)).toBeLessThan(5);
  const sizes = new Uint32Array(2048);
  for (const [each] of entries) sizes[keyHash(each).bucket >>> 21]!++;
  expect(Math.max(...sizes)).toBeLessThan(100);
  expect(Math.min(...sizes)).toBeGreaterThan(15);
});

test('a document beyond the bound of a table is rejected', () => {
  const writer = new BucketTableWriter({ path });
  expect(() => writer.add('a', 2 ** 29)).toThrow(/at most 536,870,911 documents/);
});

test('an empty table finds nothing', () => {
  expect(tableOf([], keyHash).candidates('a')).toEqual([]);
});
