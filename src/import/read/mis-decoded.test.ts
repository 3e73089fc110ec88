import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayNeedRepair } from './may-need-repair.ts';
import { repairText } from './mis-decoded.ts';

/** UTF-8 decoded as Windows-1252. */
const misDecoded = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text));
const REPAIRED = 'repaired mis-decoded text';

describe('mis-decoded text', () => {
  it.each([
    ['MÃ¼ller', 'Müller'],
    ['Lâ€™OrÃ©al', 'L’Oréal'],
    ['CafÃ© â€“ Bar â„¢', 'Café – Bar ™'],
    ['GÃ®te', 'Gîte'],
    ['MÃœNCHEN', 'MÜNCHEN'],
    [misDecoded('Łódź'), 'Łódź'],
    [misDecoded('Москва'), 'Москва'],
    [misDecoded('株式会社'), '株式会社'],
    [misDecoded(misDecoded('Müller')), 'Müller'],
    [Buffer.from('L’Oréal').toString('latin1'), 'L’Oréal'],
  ])('%s is repaired to %s', (text, meant) => {
    expect(mayNeedRepair(text)).toBe(true);
    expect(repairText(text)).toEqual({ text: meant, reason: REPAIRED });
  });

  it('is repaired if it is any Latin text with an accent', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcxyz éèüöäßñçøåłśžőąč’–€™'), minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(word, (text) => {
        const broken = misDecoded(text);
        if (broken === text) expect(repairText(text)).toBe(null);
        else expect(repairText(broken)?.text).toBe(text);
      }),
    );
  });

  it.each([
    'Müller',
    'CAFÉ®',
    'SÃO PAULO',
    'L’Oréal – “Paris”',
    'voilà »',
    '„BÄR“',
    'Ärzte… Über',
    'Москва',
    '株式会社',
    'Ørsted™',
    'plain',
  ])('is kept as it is: %s', (text) => {
    expect(repairText(text)).toBe(null);
  });

  it('is kept and reported if the repair is uncertain', () => {
    const unsure = { reason: 'text looks mis-decoded, kept as it is' };
    expect(repairText('IRMÃ®')).toEqual({ text: 'IRMÃ®', ...unsure });
    expect(repairText('MÃ¼ller 株')).toEqual({ text: 'MÃ¼ller 株', ...unsure });
    expect(repairText('MÃ¼ller é')).toEqual({ text: 'MÃ¼ller é', ...unsure });
    expect(repairText('M\uFFFDller')).toEqual({
      text: 'M\uFFFDller',
      reason: 'contains characters that were lost before the import (U+FFFD), kept as it is',
    });
  });

  it('is never missed by the quick test of its row', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ÂÃÄÅÐâãœ€™‚\u0080\u00a0\u00bc»ï\uFFFD a') });
    fc.assert(
      fc.property(text, (broken) => {
        if (repairText(broken) !== null) {
          expect(mayNeedRepair(broken)).toBe(true);
          const escaped = [...broken].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
          expect(mayNeedRepair(escaped.join(''))).toBe(true);
        }
      }),
    );
  });
});
