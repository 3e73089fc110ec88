import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareUtf8 } from './utf8-order.ts';

const letters = fc.constantFrom('a', 'b', 'é', '日', '\u{ee00}', '\u{fb01}', '\u{1d4b6}', '\u{10ffff}');
const texts = fc.array(letters, { maxLength: 4 }).map((parts) => parts.join(''));

test('texts in UTF-8 stand in the order of strings', () =>
  fc.assert(
    fc.property(texts, texts, (left, right) => {
      const order = Math.sign(compareUtf8(Buffer.from(left), Buffer.from(right)));
      expect(order).toBe(left < right ? -1 : left > right ? 1 : 0);
    }),
    { numRuns: 1000 },
  ));
