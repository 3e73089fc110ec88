import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Blocks } from './doc-set.ts';
import { IntervalSet } from './interval-set.ts';

const DOCS = 60;
const interval = fc
  .tuple(fc.nat(DOCS), fc.nat(5))
  .map(([start, length]) => ({ start, end: Math.min(DOCS, start + length) }));
const intervals = fc.array(interval, { maxLength: 12 });

test('a set with further intervals is the set of all of them', () =>
  fc.assert(
    fc.property(intervals, intervals, (some, others) => {
      const blocks = new Blocks(DOCS, 5);
      const whole = new IntervalSet(blocks, [...some, ...others]);
      const joined = new IntervalSet(blocks, some).with(others);
      expect(joined.intervals).toEqual(whole.intervals);
      expect(joined.estimate).toBe(whole.estimate);
      const docs = Array.from({ length: DOCS }, (_, doc) => doc);
      const isIn = (doc: number) => [...some, ...others].some(({ start, end }) => start <= doc && doc < end);
      expect(docs.filter((doc) => joined.has(doc))).toEqual(docs.filter(isIn));
    }),
    { numRuns: 500 },
  ));
