import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasBit, listBits, nextBit, nextZero, popcount, setRange } from './bits.ts';

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

test('a bitset returns the set numbers in ascending order', () =>
  fc.assert(
    fc.property(sets, (numbers) => {
      const bits = bitsOf(numbers);
      expect(numbersOf(bits)).toEqual(ascending(numbers));
      expect(popcount(bits)).toBe(numbers.length);
      for (let bit = 0; bit < BITS; bit++) expect(hasBit(bits, bit)).toBe(numbers.includes(bit));
    }),
  ));

test('nextZero finds the first bit that is not set', () =>
  fc.assert(
    fc.property(fc.nat(BITS - 1), fc.nat(BITS), fc.nat(BITS - 1), (start, end, from) => {
      const bits = new Uint32Array(BITS / 32);
      setRange(bits, start, end);
      const zeros = Array.from({ length: BITS - from }, (_, index) => from + index).filter((bit) => !hasBit(bits, bit));
      expect(nextZero(bits, from)).toBe(zeros[0] ?? -1);
    }),
  ));

test('setRange sets its bits and no others', () =>
  fc.assert(
    fc.property(fc.nat(BITS), fc.nat(BITS), (start, end) => {
      const bits = new Uint32Array(BITS / 32);
      setRange(bits, start, end);
      const expected = Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
      expect(numbersOf(bits)).toEqual(expected);
    }),
  ));

test('listBits returns the bits of the given words', () =>
  fc.assert(
    fc.property(sets, fc.nat(3), fc.nat(3), (numbers, first, end) => {
      const list = new Uint16Array(BITS);
      const count = listBits(bitsOf(numbers), { first, end }, list);
      const wanted = numbers.filter((number) => number >= first * 32 && number < end * 32);
      expect([...list.subarray(0, count)]).toEqual(ascending(wanted));
    }),
  ));
