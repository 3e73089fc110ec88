import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  generatedPersonSlug,
  hasGeneratedForm,
  hasGeneratedSlug,
  slugOfText,
  withoutNumber,
} from './generated-slug.ts';
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
  expect(generatedPersonSlug('***', 'e-mail jo@acme.test')).toMatch(/^[0-9a-f]{12}$/);
});

test('a generated slug with the number of a namesake is recognized as generated', () => {
  const person = { full_name: 'Jo Doe', emails: [], phones: [{ phone: '+12025550101', kind: null }], experiences: [] };
  const slug = generatedPersonSlug('Jo Doe', '+12025550101');
  for (const each of [slug, `${slug}-2`, `${slug}-17`]) {
    expect(hasGeneratedSlug({ ...person, network_url: { slug: each, host: null } })).toBe(true);
    expect(hasGeneratedForm(each)).toBe(true);
    expect(withoutNumber(each)).toBe(slug);
  }
  for (const each of ['jo-doe-2', `${slug}-x`, `${slug}-2-x`]) {
    expect(hasGeneratedSlug({ ...person, network_url: { slug: each, host: null } })).toBe(false);
    expect(hasGeneratedForm(each)).toBe(false);
  }
});

test('a hash that consists of digits is not read as a number', () => {
  expect(withoutNumber('jo-doe-123456789012')).toBe('jo-doe-123456789012');
  expect(withoutNumber('jo-doe-123456789012-3')).toBe('jo-doe-123456789012');
});
