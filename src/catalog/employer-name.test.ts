import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { employerOf, employerText } from './employer-name.ts';

describe('the name of an employer as one text', () => {
  it('comes back, also where the key of a name is not made of words', () => {
    const word = fc.constantFrom('', 'acme', 'acme.example', '山田', 'ö-1');
    fc.assert(
      fc.property(word, word, fc.constantFrom('', 'acme gmbh', '+++\n***', '\n'), (slug, domain, nameKey) => {
        expect(employerOf(employerText({ slug, domain, nameKey }))).toEqual({ slug, domain, nameKey });
      }),
    );
  });
});
