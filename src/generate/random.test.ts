import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random, STREAMS, scramble32, weighted } from './random.ts';

const firstDraws = (random: Random) => Array.from({ length: 8 }, () => random.fraction());

describe('Random', () => {
  it('starts a stream at the same position regardless of earlier draws', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(50), (seed, index, drawsBefore) => {
        const random = new Random(seed);
        for (let draw = 0; draw < drawsBefore; draw += 1) random.seek(STREAMS.company, draw).fraction();
        expect(firstDraws(random.seek(STREAMS.person, index))).toEqual(
          firstDraws(new Random(seed).seek(STREAMS.person, index)),
        );
      }),
    );
  });

  it('gives every seed, stream and index independent draws', () => {
    const draws = [
      new Random(1).seek(STREAMS.person, 7),
      new Random(2).seek(STREAMS.person, 7),
      new Random(1).seek(STREAMS.company, 7),
      new Random(1).seek(STREAMS.person, 8),
    ].map((random) => firstDraws(random).join());
    expect(new Set(draws).size).toBe(4);
  });

  it('draws evenly over adjacent indexes', () => {
    const random = new Random(5);
    const counts = new Array<number>(10).fill(0);
    for (let index = 0; index < 20_000; index += 1) counts[random.seek(STREAMS.person, index).below(10)]! += 1;
    for (const count of counts) expect(Math.abs(count - 2_000)).toBeLessThan(250);
  });

  it('picks several entries without duplicates', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 40 }), fc.nat(50), (seed, size, count) => {
        const list = Array.from({ length: size }, (_, entry) => entry);
        const picked = new Random(seed).seek(STREAMS.person, 0).pickSome(list, count);
        expect(picked).toHaveLength(Math.min(count, size));
        expect(new Set(picked).size).toBe(picked.length);
      }),
    );
  });
});

describe('scramble32', () => {
  it('keeps distinct numbers distinct', () => {
    expect(new Set(Array.from({ length: 50_000 }, (_, value) => scramble32(value))).size).toBe(50_000);
  });
});

describe('weighted', () => {
  it('repeats each value by its weight', () => {
    expect(
      weighted([
        ['a', 2],
        ['b', 1],
      ]),
    ).toEqual(['a', 'a', 'b']);
  });
});
