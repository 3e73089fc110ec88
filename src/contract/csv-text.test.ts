import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText, neutralText, originalText } from './csv-text.ts';

describe('neutralText', () => {
  it.each(['=1', '+1', '-1', '@x', '\t=1', '\r=1', '\n=1', '＝1', "'=1"])(
    'prefixes formulas with an apostrophe: %j',
    (text) => {
      expect(neutralText(text)).toBe(`'${text}`);
    },
  );

  it.each(['', 'a=1', "O'Neil", "'tis", ' =1', '1-2'])('leaves other texts unchanged: %j', (text) => {
    expect(neutralText(text)).toBe(text);
  });

  it('is reversed by originalText for every text', () => {
    const text = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', 'a', ' ', '＝') });
    fc.assert(
      fc.property(text, (one) => {
        expect(originalText(neutralText(one))).toBe(one);
        expect(neutralText(one)).not.toMatch(/^[=+\-@\t\r\n＝]/);
      }),
    );
  });
});

describe('csvText', () => {
  it('neutralizes texts, including those of the header line, and leaves numbers unchanged', () => {
    const rows = [{ '=name': '=1+1', calls: -1, other: null }];
    expect(csvText(['=name', 'calls', 'other'], rows)).toBe("'=name,calls,other\r\n'=1+1,-1,\r\n");
  });
});
