import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PackedColumn, packColumn } from './packed-column.ts';

const numbers = fc.integer({ min: 1, max: 32 }).chain((bits) => fc.array(fc.nat(2 ** bits - 1), { maxLength: 50 }));

test('a column returns the packed values for every width', () =>
  fc.assert(
    fc.property(numbers, (values) => {
      const column = new PackedColumn(packColumn(values));
      expect(Array.from({ length: column.length }, (_, index) => column.at(index))).toEqual(values);
    }),
  ));

test('the lower bound is the first index that holds the value or more', () =>
  fc.assert(
    fc.property(numbers, fc.nat(), (values, value) => {
      const sorted = values.toSorted((left, right) => left - right);
      const expected = sorted.filter((other) => other < value).length;
      expect(new PackedColumn(packColumn(sorted)).lowerBound(value)).toBe(expected);
    }),
  ));

test('values take the bits of the largest value', () => {
  expect(packColumn(new Uint32Array(3200).fill(7)).byteLength).toBe(8 + 1200 + 4);
});

test('a column rejects numbers of more than 32 bits', () => {
  expect(() => packColumn([2 ** 32])).toThrow(RangeError);
});
