import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText, neutralText, originalText } from './csv-text.ts';

describe('a cell', () => {
  it.each(['=1', '+1', '-1', '@x', '\t=1', '\r=1', '\n=1', '＝1', "'=1"])(
    'that reads as a formula is neutralized: %j',
    (text) => {
      expect(neutralText(text)).toBe(`'${text}`);
    },
  );

  it.each(['', 'a=1', "O'Neil", "'tis", ' =1', '1-2'])('that does not stays: %j', (text) => {
    expect(neutralText(text)).toBe(text);
  });

  it('comes back as it was, whatever it is', () => {
    const text = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', 'a', ' ', '＝') });
    fc.assert(
      fc.property(text, (one) => {
        expect(originalText(neutralText(one))).toBe(one);
        expect(neutralText(one)).not.toMatch(/^[=+\-@\t\r\n＝]/);
      }),
    );
  });
});

describe('comma-separated values', () => {
  it('neutralize texts and leave numbers, in the head line too', () => {
    const rows = [{ '=name': '=1+1', calls: -1, other: null }];
    expect(csvText(['=name', 'calls', 'other'], rows)).toBe("'=name,calls,other\r\n'=1+1,-1,\r\n");
  });
});
