import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { employerOf, employerText } from './employer-name.ts';

describe('the name of an employer as one text', () => {
  it('is decoded, also if the key of a name does not consist of words', () => {
    const word = fc.constantFrom('', 'acme', 'acme.example', '山田', 'ö-1');
    fc.assert(
      fc.property(word, word, fc.constantFrom('', 'acme gmbh', '+++\n***', '\n'), (slug, domain, nameKey) => {
        expect(employerOf(employerText({ slug, domain, nameKey }))).toEqual({ slug, domain, nameKey });
      }),
    );
  });
});
