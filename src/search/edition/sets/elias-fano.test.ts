import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasBit, nextBit } from './bits.ts';
import {
  addEliasFano,
  decodeEliasFano,
  eliasFanoHas,
  eliasFanoWords,
  encodeEliasFano,
  listEliasFano,
  retainEliasFano,
} from './elias-fano.ts';

const BLOCK_BITS = 10;
const BLOCK = 2 ** BLOCK_BITS;
const numbers = fc
  .oneof(
    fc.uniqueArray(fc.nat(BLOCK - 1), { minLength: 1, maxLength: 70 }),
    fc
      .tuple(fc.nat(BLOCK - 60), fc.integer({ min: 1, max: 60 }))
      .map(([from, n]) => Array.from({ length: n }, (_, i) => from + i)),
  )
  .map((list) => list.toSorted((left, right) => left - right));

/** A container embedded between other words. */
function written(list: readonly number[], blockBits: number) {
  const words = Uint32Array.from([0xffffffff, ...encodeEliasFano(Uint32Array.from(list), blockBits), 0xffffffff]);
  return { words, bytes: new DataView(words.buffer), start: 1, count: list.length, blockBits };
}

test('an Elias-Fano container returns the written numbers', () =>
  fc.assert(
    fc.property(
      numbers,
      fc.nat(BLOCK / 32),
      fc.nat(BLOCK / 32),
      fc.integer({ min: 1, max: 40 }),
      (list, first, end, step) => {
        const ref = written(list, BLOCK_BITS);
        const bits = new Uint32Array(BLOCK / 32);
        addEliasFano(ref, { first: 0, end: BLOCK / 32 }, bits);
        expect([...decodeEliasFano(ref)]).toEqual(list);
        const found: number[] = [];
        for (let bit = nextBit(bits, 0); bit >= 0; bit = nextBit(bits, bit + 1)) found.push(bit);
        expect(found).toEqual(list);
        const everyNumber = Array.from({ length: BLOCK }, (_, number) => number);
        expect(everyNumber.filter((number) => eliasFanoHas(ref, number))).toEqual(list);
        const part = new Uint32Array(BLOCK / 32);
        addEliasFano(ref, { first, end }, part);
        expect(everyNumber.filter((number) => hasBit(part, number))).toEqual(
          list.filter((number) => number >= first * 32 && number < end * 32),
        );
        const listed = new Uint16Array(BLOCK);
        const count = listEliasFano(ref, { first, end }, listed);
        expect([...listed.subarray(0, count)]).toEqual(
          list.filter((number) => number >= first * 32 && number < end * 32),
        );
        const candidates = Uint16Array.from(everyNumber.filter((number) => number % step === 0));
        const kept = retainEliasFano(ref, candidates, candidates.length);
        expect([...candidates.subarray(0, kept)]).toEqual(list.filter((number) => number % step === 0));
      },
    ),
    { numRuns: 200 },
  ));

test('a container of a whole space returns its numbers', () =>
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(2 ** 27 - 1), { minLength: 1, maxLength: 50 }), (some) => {
      const list = some.toSorted((left, right) => left - right);
      expect([...decodeEliasFano(written(list, 27))]).toEqual(list);
    }),
  ));

test('a container of a thousand of 65,536 numbers takes less than nine bits each', () => {
  expect(eliasFanoWords(1000, 16) * 32).toBeLessThan(9000);
});
