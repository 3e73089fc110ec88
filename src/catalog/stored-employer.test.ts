import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { employerText, parseEmployerText } from './stored-employer.ts';

describe('a stored employer as one text', () => {
  it('is parsed, also if the key of a name does not consist of words', () => {
    const word = fc.constantFrom('', 'acme', 'acme.example', '山田', 'ö-1');
    fc.assert(
      fc.property(word, word, fc.constantFrom('', 'acme gmbh', '+++\n***', '\n'), (slug, domain, nameKey) => {
        expect(parseEmployerText(employerText({ slug, domain, nameKey }))).toEqual({ slug, domain, nameKey });
      }),
    );
  });
});
