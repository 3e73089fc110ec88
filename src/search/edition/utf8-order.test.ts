import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTexts, compareUtf8 } from './utf8-order.ts';

const letters = fc.constantFrom('a', 'b', 'é', '日', '\u{ee00}', '\u{fb01}', '\u{1d4b6}', '\u{10ffff}');
const texts = fc.array(letters, { maxLength: 4 }).map((parts) => parts.join(''));

test('texts stand in the order of their bytes in UTF-8, as strings too', () =>
  fc.assert(
    fc.property(texts, texts, (left, right) => {
      const order = Math.sign(Buffer.compare(Buffer.from(left), Buffer.from(right)));
      expect(Math.sign(compareUtf8(Buffer.from(left), Buffer.from(right)))).toBe(order);
      expect(Math.sign(compareTexts(left, right))).toBe(order);
    }),
    { numRuns: 1000 },
  ));
