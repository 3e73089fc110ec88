import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';
import { mayNeedRepair } from './may-need-repair.ts';

describe('clean text', () => {
  it.each([
    ['AT&amp;T', 'AT&T'],
    ['R&amp;amp;D', 'R&D'],
    ['Caf&eacute; &Auml;rzte', 'Café Ärzte'],
    ['&#39;n&#x27;', "'n'"],
    ['a&nbsp;b\u00a0c\u202fd', 'a b c d'],
    ['\ufeffIn\u00advisi\u200bble\u200e', 'Invisible'],
    ['x &unknown; &#0; &#xD800; y', 'x &unknown; &#0; &#xD800; y'],
    ['https://acme.test/?a=1&copy=2', 'https://acme.test/?a=1&copy=2'],
    ['نام\u200cها 👩\u200d🔬', 'نام\u200cها'],
    ['&#128640; Rockets', 'Rockets'],
    ['two\nlines\there', 'two\nlines\there'],
  ])('turns %j into %j', (text, clean) => expect(cleanText(text)).toBe(clean));

  it('reads a flag alone as the code of a country, in fields of countries', () => {
    expect(cleanText('🇫🇷', 'hq.country_code')).toBe('FR');
    expect(cleanText('🇫🇷 France', 'hq.country_code')).toBe('France');
    expect(cleanText('🇫🇷', 'name')).toBe('');
  });

  it('keeps addresses unchanged: each of their characters is significant', () => {
    const address = 'https://network.example/in/jane-🚀';
    for (const field of ['network_url', 'experiences.company_network_url', 'company_domain', 'website', 'domains'])
      expect(cleanText(address, field)).toBe(address);
    expect(cleanText('🚀 jane@acme.test', 'email')).toBe('jane@acme.test');
  });

  it('returns every text unchanged that mayNeedRepair accepts as clean, as JSON too', () => {
    const parts = fc.constantFrom(
      '&amp;',
      '&',
      '#39;',
      '\u00a0',
      '\u200b',
      '\u200c',
      '\ufeff',
      '\u3000',
      '👩🏽\u200d🚀',
      '1\ufe0f\u20e3',
      '\u2067',
      '❤',
      '\u200d',
      'a',
      ' ',
      ';',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string())), (texts) => {
        const text = texts.join('');
        const escaped = text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
        if (!mayNeedRepair(text) || !mayNeedRepair(escaped)) expect(cleanText(text)).toBe(text);
      }),
    );
  });

  it('is not needed for an ampersand that starts no escape', () => {
    for (const text of ['R&D', 'AT&T; Verizon', 'Marks & Spencer;', 'https://acme.example/?a=1&b=2;'])
      expect(mayNeedRepair(text)).toBe(false);
    for (const text of ['R&amp;D', 'R&AMP;D', '&#38;', '&#x1F680;', String.raw`&amp\u003b`])
      expect(mayNeedRepair(text)).toBe(true);
  });
});
