import fc from 'fast-check';
import { expect, test } from 'vitest';
import { madePersonSlug, slugOfText } from './made-slug.ts';
import { parseNetworkUrl } from './network-url.ts';

test('the slug consists of the folded words joined by hyphens', () => {
  expect(slugOfText('Müller & Söhne GmbH', 50)).toBe('muller-sohne-gmbh');
  expect(slugOfText('한국 전력', 50)).toBe('한국-전력');
  expect(slugOfText('Müller', 3)).toBe('mul');
  expect(slugOfText('***', 50)).toBe('');
});

test('the slug of any text is valid in a profile URL', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const slug = slugOfText(`a${text}`, 100);
      expect(parseNetworkUrl(`/company/${encodeURIComponent(slug)}`, 'company')?.slug).toBe(slug);
    }),
    { numRuns: 2000 },
  );
});

test('the slug of a person without letters in the name is the hash alone', () => {
  expect(madePersonSlug('***', 'e-mail jo@acme.test')).toMatch(/^[0-9a-f]{12}$/);
});
