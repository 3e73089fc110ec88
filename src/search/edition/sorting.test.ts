import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from '../../ops/scheduling/work.ts';
import { sorted } from './sorting.ts';

const entries = fc.array(fc.record({ key: fc.nat(50), place: fc.nat() }), {
  minLength: 0,
  maxLength: 5000,
  size: 'max',
});

test('a list is sorted like Array.sort, stable for equal entries', () =>
  fc.assert(
    fc.property(entries, (list) => {
      const compare = (left: { key: number }, right: { key: number }) => left.key - right.key;
      expect(atOnce(sorted(list, compare))).toEqual(list.toSorted(compare));
    }),
    { numRuns: 20 },
  ));

test('a long list is sorted in many slices', () => {
  const list = Array.from({ length: 10_000 }, (_, index) => (index * 7919) % 10_007);
  const work = sorted(list, (left, right) => left - right);
  let rests = 0;
  while (!work.next().done) rests++;
  expect(rests).toBeGreaterThan(20);
});
