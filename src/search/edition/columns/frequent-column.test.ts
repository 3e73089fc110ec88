import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrequentColumn, packFrequent } from './frequent-column.ts';
import { packColumn } from './packed-column.ts';

/** Mostly one of a few frequent values, rarely any other value. */
const value = fc.oneof({ weight: 9, arbitrary: fc.nat(5) }, { weight: 1, arbitrary: fc.nat(100_000) });

test('returns the packed values', () =>
  fc.assert(
    fc.property(fc.array(value, { maxLength: 300 }), (values) => {
      const column = new FrequentColumn(packFrequent(Uint32Array.from(values)));
      expect(values.map((_, index) => column.at(index))).toEqual(values);
    }),
  ));

test('takes few bits for frequent values regardless of the size of rare ones', () => {
  const values = Uint32Array.from({ length: 10_000 }, (_, index) => (index % 1000 === 7 ? 90_000 + index : index % 3));
  const packed = packFrequent(values);
  expect(packed.length * 32).toBeLessThan(10_000 * 2.2);
  expect(packed.length).toBeLessThan(packColumn(values).length / 7);
  const column = new FrequentColumn(packed);
  expect([column.at(7), column.at(8)]).toEqual([90_007, 2]);
});
