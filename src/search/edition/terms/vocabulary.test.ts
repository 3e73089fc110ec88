import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from '../../../ops/scheduling/work.ts';
import { wordKey } from '../../../words/words.ts';
import { compareEntries, Prefix, Vocabulary } from './vocabulary.ts';

const texts = fc
  .array(fc.constantFrom('a', 'b', 'ab', 'ba', ' ', '-', 'É'), { maxLength: 12 })
  .map((parts) => parts.join(''));

test('a prefix matches the start of any word, and after a blank the last word must be complete', () => {
  fc.assert(
    fc.property(texts, texts, (text, typed) => {
      const key = wordKey(text);
      const sought = ` ${wordKey(typed)}${/[ -]$/.test(typed) ? ' ' : ''}`;
      const expected = sought.trim() === '' ? key !== '' && typed.trim() === '' : ` ${key} `.includes(sought);
      expect(new Prefix(typed).begins(key)).toBe(expected);
    }),
  );
});

test('the most frequent values with the prefix come first, up to the limit', () => {
  const counts = [7, 3, 9, 3, 1];
  const entries = counts.map((count, index) => ({ text: `Chef ${index}`, keys: [`chef ${index}`], count }));
  const vocabulary = new Vocabulary(entries.toSorted(compareEntries));
  const found = atOnce(vocabulary.matching(new Prefix('che'), 4));
  expect(found.map(({ text }) => text)).toEqual(['Chef 2', 'Chef 0', 'Chef 1', 'Chef 3']);
});
