import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { UnitSorter } from './unit-sorter.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-sorter-'));
afterAll(() => rmSync(folder, { recursive: true }));

const key = fc.oneof(
  fc.nat(5),
  fc.integer({ min: 0, max: 0xffffffff }),
  fc.constantFrom(0, 0xffff, 0x10000, 0xffffffff),
);

test('returns units sorted by key, equal keys in insertion order, with any amount of memory', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(key, fc.uint8Array({ maxLength: 40 })), { maxLength: 200 }),
      fc.constantFrom(0, 100, 1000, undefined),
      (units, memoryBytes) => {
        const sorter = new UnitSorter({
          path: join(folder, 'units'),
          ...(memoryBytes === undefined ? {} : { memoryBytes }),
        });
        for (const [each, unit] of units) sorter.add(each, unit);
        expect(sorter.count).toBe(units.length);
        const sorted = Array.from(sorter.sorted(), ({ key: each, unit }) => [each, Buffer.from(unit).toString('hex')]);
        const expected = units
          .map(([each, unit], index) => ({ each, unit, index }))
          .sort((one, other) => one.each - other.each || one.index - other.index)
          .map(({ each, unit }) => [each, Buffer.from(unit).toString('hex')]);
        expect(sorted).toEqual(expected);
      },
    ),
    { numRuns: 300 },
  );
});

test('sorts many units as it sorts few', () => {
  const sorter = new UnitSorter({ path: join(folder, 'units') });
  const keys = Array.from({ length: 20_000 }, (_, index) => Math.imul(index % 15_000, 0x9e3779b1) >>> 0);
  keys.forEach((each, index) => {
    sorter.add(each, Buffer.from(String(index)));
  });
  const sorted = Array.from(sorter.sorted(), ({ unit }) => Number(Buffer.from(unit).toString()));
  const indexes = Array.from(keys.keys());
  expect(sorted).toEqual(indexes.sort((one, other) => (keys[one] ?? 0) - (keys[other] ?? 0) || one - other));
});

test('sorts units longer than a chunk of the file, and leaves no file', () => {
  const sorter = new UnitSorter({ path: join(folder, 'units'), memoryBytes: 1000 });
  const large = Buffer.alloc(3 * 1024 * 1024, 7);
  sorter.add(2, large);
  sorter.add(1, Buffer.from('first'));
  sorter.add(3, large.subarray(1));
  expect(readdirSync(folder)).toEqual([]);
  const lengths = Array.from(sorter.sorted(), ({ key: each, unit }) => [each, unit.length]);
  expect(lengths).toEqual([
    [1, 5],
    [2, large.length],
    [3, large.length - 1],
  ]);
});
