import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Blocks } from './doc-set.ts';
import { IntervalSet } from './interval-set.ts';

const DOCS = 60;
const interval = fc
  .tuple(fc.nat(DOCS), fc.nat(5))
  .map(([start, length]) => ({ start, end: Math.min(DOCS, start + length) }));
const intervals = fc.array(interval, { maxLength: 12 });

test('counts many intervals by block, each time the same', () => {
  const blocks = new Blocks(2048, 5);
  const many = new IntervalSet(
    blocks,
    Array.from({ length: 1000 }, (_, index) => ({ start: 2 * index, end: 2 * index + 1 })),
  );
  const counts = () => [0, 1, 62, 63].map((block) => many.countIn(block));
  expect(counts()).toEqual([16, 16, 8, 0]);
  expect(counts()).toEqual([16, 16, 8, 0]);
});

test('a set with further intervals is the set of all of them', () =>
  fc.assert(
    fc.property(intervals, intervals, (some, others) => {
      const blocks = new Blocks(DOCS, 5);
      const whole = new IntervalSet(blocks, [...some, ...others]);
      const joined = new IntervalSet(blocks, some).with(others);
      expect(joined.intervals).toEqual(whole.intervals);
      expect(joined.estimate).toBe(whole.estimate);
      const docs = Array.from({ length: DOCS }, (_, doc) => doc);
      const counted = [0, 1].map((block) => joined.countIn(block));
      expect(counted).toEqual(
        [0, 1].map((block) => docs.filter((doc) => doc >> 5 === block && joined.has(doc)).length),
      );
      const isIn = (doc: number) => [...some, ...others].some(({ start, end }) => start <= doc && doc < end);
      expect(docs.filter((doc) => joined.has(doc))).toEqual(docs.filter(isIn));
    }),
    { numRuns: 500 },
  ));
