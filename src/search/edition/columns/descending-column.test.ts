import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DescendingColumn, packDescending } from './descending-column.ts';
import { PackedColumn } from './packed-column.ts';

test('returns the packed values, and finds the first value below a bound', () =>
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 40 }), fc.nat(11), (list, bound) => {
      const values = list.toSorted((left, right) => right - left);
      const packed = packDescending(Uint32Array.from(values));
      const column = new DescendingColumn(new PackedColumn(packed.values), new PackedColumn(packed.starts));
      expect(values.map((_, index) => column.at(index))).toEqual(values);
      expect(column.firstBelow(bound)).toBe(values.filter((value) => value >= bound).length);
    }),
  ));
