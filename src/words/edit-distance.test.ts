import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance, similarity } from './edit-distance.ts';

/** By its definition, without a limit. */
function plainDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [restA, restB] = [a.slice(0, -1), b.slice(0, -1)];
  const edits = [
    plainDistance(restA, b) + 1,
    plainDistance(a, restB) + 1,
    plainDistance(restA, restB) + (a.at(-1) === b.at(-1) ? 0 : 1),
  ];
  const isSwap = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
  return Math.min(...edits, ...(isSwap ? [plainDistance(a.slice(0, -2), b.slice(0, -2)) + 1] : []));
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });

it('counts letters inserted, removed, replaced and swapped', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b)).toBe(plainDistance(a, b));
    }),
  );
});

it('with a limit is the same up to the limit, and more than the limit above it', () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, limit) => {
      const distance = plainDistance(a, b);
      if (distance <= limit) expect(editDistance(a, b, limit)).toBe(distance);
      else expect(editDistance(a, b, limit)).toBeGreaterThan(limit);
    }),
  );
});

it('compares texts of any length', () => {
  const long = 'a'.repeat(2000);
  expect(editDistance(long, `${long}b`)).toBe(1);
  expect(similarity(long, long)).toBe(1);
  expect(similarity('', '')).toBe(1);
});
