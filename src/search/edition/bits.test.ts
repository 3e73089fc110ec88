import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clearBefore, hasBit, intersect, nextBit, popcount, setRange, unite } from './bits.ts';

const BITS = 96;
const sets = fc.uniqueArray(fc.nat(BITS - 1));

function bitsOf(numbers: Iterable<number>): Uint32Array {
  const bits = new Uint32Array(BITS / 32);
  for (const number of numbers) setRange(bits, number, number + 1);
  return bits;
}

function numbersOf(bits: Uint32Array): number[] {
  const numbers: number[] = [];
  for (let bit = nextBit(bits, 0); bit >= 0; bit = nextBit(bits, bit + 1)) numbers.push(bit);
  return numbers;
}

const ascending = (numbers: Iterable<number>) => [...numbers].sort((left, right) => left - right);

test('a bitset holds what was set, in ascending order', () =>
  fc.assert(
    fc.property(sets, (numbers) => {
      const bits = bitsOf(numbers);
      expect(numbersOf(bits)).toEqual(ascending(numbers));
      expect(popcount(bits)).toBe(numbers.length);
      for (let bit = 0; bit < BITS; bit++) expect(hasBit(bits, bit)).toBe(numbers.includes(bit));
    }),
  ));

test('a range sets its bits and no others', () =>
  fc.assert(
    fc.property(fc.nat(BITS), fc.nat(BITS), (start, end) => {
      const bits = new Uint32Array(BITS / 32);
      setRange(bits, start, end);
      const expected = Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
      expect(numbersOf(bits)).toEqual(expected);
    }),
  ));

test('clearing before a bit keeps that bit and those behind it', () =>
  fc.assert(
    fc.property(sets, fc.nat(BITS - 1), (numbers, end) => {
      const bits = bitsOf(numbers);
      clearBefore(bits, end);
      expect(numbersOf(bits)).toEqual(ascending(numbers.filter((number) => number >= end)));
    }),
  ));

test('and, or are those of sets', () =>
  fc.assert(
    fc.property(sets, sets, (left, right) => {
      const both = bitsOf(left);
      intersect(both, bitsOf(right));
      expect(numbersOf(both)).toEqual(ascending(left.filter((number) => right.includes(number))));
      const either = bitsOf(left);
      unite(either, bitsOf(right));
      expect(numbersOf(either)).toEqual(ascending(new Set([...left, ...right])));
    }),
  ));
