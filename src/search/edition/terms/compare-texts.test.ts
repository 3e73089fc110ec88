import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTexts } from './compare-texts.ts';

const letters = fc.constantFrom('a', 'b', 'é', '日', '\u{ee00}', '\u{fb01}', '\u{1d4b6}', '\u{10ffff}');
const texts = fc.array(letters, { maxLength: 4 }).map((parts) => parts.join(''));

test('strings are sorted by their bytes in UTF-8', () =>
  fc.assert(
    fc.property(texts, texts, (left, right) => {
      const order = Math.sign(Buffer.compare(Buffer.from(left), Buffer.from(right)));
      expect(compareTexts(left, right)).toBe(order);
    }),
    { numRuns: 1000 },
  ));
