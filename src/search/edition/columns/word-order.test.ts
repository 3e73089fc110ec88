import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IRREGULAR, orderOfRanks, orderOfWords } from './word-order.ts';

test('each order of the same words is a distinct number, and each number of words a distinct range', () => {
  const seen = new Set<number>();
  const permute = (rest: readonly number[], taken: readonly number[]): void => {
    if (rest.length === 0) seen.add(orderOfRanks(taken, taken.length));
    for (const one of rest)
      permute(
        rest.filter((other) => other !== one),
        [...taken, one],
      );
  };
  for (let count = 0; count <= 8; count++)
    permute(
      Array.from({ length: count }, (_, index) => index),
      [],
    );
  expect(seen.size).toBe(46_234);
  expect(Math.max(...[...seen].slice(0, 1000), orderOfRanks([7, 6, 5, 4, 3, 2, 1, 0], 8))).toBe(46_233);
  expect(seen.has(IRREGULAR)).toBe(false);
});

test('word order is the same for every vocabulary with the same sort order', () =>
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', '\u{fb01}', '\u{1d4b6}'), { maxLength: 6 }), (words) => {
      const places = ['a', 'b', 'c', '\u{fb01}', '\u{1d4b6}'];
      const ranks = words.map((word) => places.indexOf(word) * 10);
      expect(orderOfWords(words)).toBe(orderOfRanks(ranks, ranks.length));
      expect(orderOfWords(words) === IRREGULAR).toBe(new Set(words).size < words.length);
    }),
  ));

test('nine words are irregular', () => {
  expect(orderOfWords([...'abcdefghi'])).toBe(IRREGULAR);
});
