import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutEmoji, withoutInvisible } from './without-emoji.ts';

const cleaned = (text: string) => withoutEmoji(withoutInvisible(text));

/** One example of each way to build an emoji. */
const SEQUENCES = [
  '👩🏽‍🚀',
  '👨‍👩‍👧‍👦',
  '🏳️‍🌈',
  '1️⃣',
  '#⃣',
  '❤️',
  '❤',
  '™️',
  '➡️',
  '🇩🇪',
  '🇩',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '🏿',
  '🛠',
  '☎',
];
const PARTS = [
  '\u200d',
  '\u200c',
  '\ufe0f',
  '\ufe0e',
  '\u20e3',
  '\u{1f3fd}',
  '\u{e0067}',
  '\u{e007f}',
  '\u{e0100}',
  '\ufe01',
];
const INVISIBLE = ['\u00ad', '\u200b', '\u200e', '\u200f', '\u202e', '\u2066', '\u2069', '\u061c', '\u2060', '\ufeff'];
const WORDS = [
  'Ann',
  'Lee',
  'Zoë',
  '山田',
  'O’Neill',
  '1',
  '#',
  '*',
  '.',
  ',',
  '\n',
  ' ',
  '  ',
  '\t',
  '©',
  '★',
  '→',
  'ß',
  '(',
  ')',
];
const PERSIAN_OR_INDIC = ['می\u200cخواهم', 'نام\u200cها', 'क्\u200dष', 'ක්\u200dෂ', 'ക്\u200d', 'র\u200d্যাব'];

const DEBRIS =
  /\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u20e3\ufe00-\ufe0f\u{e0000}-\u{e01ef}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{1f300}-\u{1f6ff}\u{1f900}-\u{1faff}]/u;
const LONE_JOINER = /(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d][\u200c\u200d]/u;

describe('text without emoji', () => {
  it.each([
    ['Ann 👩🏽‍🚀 Lee', 'Ann Lee'],
    ['Dee 1️⃣ Fox', 'Dee Fox'],
    ['Jo 🇩🇪🇦🇹', 'Jo'],
    ['🏴\u{e0067}\u{e0062}\u{e007f}Jo', 'Jo'],
    ['Ann🚀Lee', 'Ann Lee'],
    ['Rockets 🚀, trains 🚆!', 'Rockets, trains!'],
    ['I ❤ trains\n🚀 and rockets', 'I trains\nand rockets'],
    ['Acme™️ © 2024, Beta®', 'Acme™ © 2024, Beta®'],
    ['C# and #1, 24/7 *', 'C# and #1, 24/7 *'],
    ['left → right ➡️ end', 'left → right end'],
    ['A\u20e3cme', 'Acme'],
    ['a\u200db', 'ab'],
    ['🚀', ''],
  ])('turns %j into %j', (text, clean) => expect(cleaned(text)).toBe(clean));

  it.each([...PERSIAN_OR_INDIC, '葛\u{e0100}城市'])('keeps the joiners and selectors that %j is written with', (text) =>
    expect(cleaned(text)).toBe(text),
  );

  const mixed = fc
    .array(
      fc.oneof(...[SEQUENCES, PARTS, INVISIBLE, WORDS, PERSIAN_OR_INDIC].map((texts) => fc.constantFrom(...texts))),
    )
    .map((texts) => texts.join(''));
  const anyText = fc.oneof(mixed, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
  const hasNoOwnSelector = (text: string) =>
    !/[\p{Script=Han}\p{Script=Mymr}\p{Script=Mong}\p{Script=Phag}]/u.test(text);

  it('contains no part of an emoji and no invisible character, for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = cleaned(text);
        expect(clean).not.toMatch(LONE_JOINER);
        if (hasNoOwnSelector(clean)) expect(clean).not.toMatch(DEBRIS);
      }),
      { numRuns: 3000 },
    );
  });

  it('does not change when it is cleaned again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(cleaned(cleaned(text))).toBe(cleaned(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('is the same string if the text has no emoji', () => {
    const plain = fc.array(fc.constantFrom(...WORDS, ...PERSIAN_OR_INDIC)).map((texts) => texts.join(''));
    fc.assert(
      fc.property(plain, (text) => {
        expect(cleaned(text)).toBe(text);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(cleaned(text)).toBe(text);
      }),
    );
  });

  it('is computed in linear time', () => {
    // With quadratic time, this takes a minute of processor time.
    for (const text of ['a 🚀 '.repeat(50_000), `x${' '.repeat(200_000)}🚀`, '\u200d'.repeat(200_000)]) {
      const before = process.cpuUsage();
      cleaned(text);
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(8000);
    }
  });
});
