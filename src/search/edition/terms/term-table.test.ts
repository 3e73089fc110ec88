import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitWords } from '../../../words/words.ts';
import { TermTable, textHash } from './term-table.ts';

const parts = fc.constantFrom(
  'Sales',
  'of',
  'C++',
  'node.js',
  '.NET',
  'f#.',
  'of.',
  'Ä',
  'ﬁn',
  'R&D',
  '-',
  '.',
  ' ',
  '日本',
  'x1',
  'SALES',
);
const texts = fc.array(
  fc.array(parts, { maxLength: 7 }).map((list) => list.join(' ')),
  { maxLength: 30 },
);

test('equal words have one number, regardless of their order of insertion', () =>
  fc.assert(
    fc.property(texts, (list) => {
      const table = new TermTable();
      const run = { numbers: [] as number[], count: 0, hash: 0 };
      const numbers = new Map<string, number>();
      for (const text of list) {
        const words = splitWords(text);
        table.read(text, run);
        expect(run.count).toBe(words.length);
        words.forEach((word, index) => {
          numbers.set(word, numbers.get(word) ?? numbers.size);
          expect(run.numbers[index]).toBe(numbers.get(word));
          expect(table.numberOf(word)).toBe(numbers.get(word));
        });
        if (words.length > 0) expect(run.hash).toBe(textHash(words.join(' ')));
      }
      expect(table.count).toBe(numbers.size);
      const sorted = table.sorted().map(({ text }) => text);
      expect(sorted).toEqual(
        [...numbers.keys()].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right))),
      );
    }),
  ));

test('thousands of terms keep their numbers when the table grows', () => {
  const table = new TermTable();
  const terms = Array.from({ length: 20_000 }, (_, index) => `term${index}`);
  expect(terms.map((term) => table.numberOf(term))).toEqual(terms.map((_, index) => index));
  expect(terms.map((term) => table.numberOf(term))).toEqual(terms.map((_, index) => index));
});
