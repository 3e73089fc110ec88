import fc from 'fast-check';
import { expect, test } from 'vitest';
import { legalNameOf, otherNamesOf, ownName } from './other-names.ts';

test.each([
  ['Acme Ltd', 'Acme Ltd'],
  ['Acme (formerly Zenith Widgets)', 'Acme'],
  ['Acme formerly known as Zenith', 'Acme'],
  ['JKL Ventures LLC dba Sourdough Saloon', 'Sourdough Saloon'],
  ['Acme t/a Zenith', 'Zenith'],
  ['Acme (NYSE: ACM)', 'Acme'],
  ['Acme™', 'Acme'],
  ['Acme - DO NOT USE', 'Acme'],
  ['[DO NOT CALL] Acme Ltd', 'Acme Ltd'],
  ['(inactive) Acme', 'Acme'],
  ['Acme plc (ACQUIRED by Omega 2024)', 'Acme plc'],
  ['Acme (HQ)', 'Acme'],
  ['Acme GmbH i. Gr.', 'Acme GmbH'],
  ['Acme d.o.o. u stečaju', 'Acme d.o.o.'],
  ['[solidcore] Acme', '[solidcore] Acme'],
  ['Acme, now part of Zenith Group', 'Acme'],
  ['Acme, a Zenith company since 2019', 'Acme'],
  ["Zenith Int'l", 'Zenith Intl'],
  ['ACME FKA ZENITH', 'ACME'],
  ['Acme, a Zenith company', 'Acme'],
  ['Acme (a Zenith company)', 'Acme'],
  ['Such a Nice Company', 'Such a Nice Company'],
  ['Acme S.n.c. di Rossi & C.', 'Acme'],
  ['Acme sas di Luca Verdi e C.', 'Acme'],
  ['Acme GmbH i.L.', 'Acme GmbH'],
  ['Acme GmbH (in Liquidation)', 'Acme GmbH'],
  ['Made in Leeds', 'Made in Leeds'],
  ['Acme e.K., Inh. Max Roe', 'Acme'],
  ['Acme Inhaberin Maria Roe', 'Acme'],
  ['Acme an der Elbe', 'Acme an der Elbe'],
  ['(™)', '(™)'],
])('the own name of %s is %s', (name, own) => {
  expect(ownName(name).trim()).toBe(own);
});

test('other names are former names and the legal name of a trade name', () => {
  expect(otherNamesOf('Acme (formerly Zenith Widgets)')).toEqual(['Zenith Widgets']);
  expect(otherNamesOf('JKL Ventures LLC dba Sourdough Saloon')).toEqual(['JKL Ventures LLC']);
  expect(legalNameOf('Acme')).toBeNull();
});

const PARTS =
  `Acme|Zenith|Analytics|Trading|Partners|Parts|Now|a|an|A|company|part of the|a division of|now part of|jetzt Teil von|teil der|dba|d/b/a|DBA:|t/a|
  o/a|a/k/a|doing business as|trading as|trades as|operating as|also known as|handelnd unter|formerly|formerly known as|fka|f/k/a|FKA|
  vormals|anciennement|snc di|in Liquidation|w likwidacji|i.L.|S.a.s. di|e.K. Inh.|Inhaber|-|–|*|do not call|duplicate|gesperrt|,|, |&|Int'l|(|)|[|]|NYSE: ABC|customer|®|1|Müller|株式会社`.split(
    /\|\s*/,
  );

test('finds the same own name, whether or not a mark lets all notes be searched', () => {
  const names = fc
    .array(fc.tuple(fc.constantFrom(...PARTS), fc.constantFrom(' ', ' ', '', ',')), { minLength: 1, maxLength: 7 })
    .map((parts) => `Acme ${parts.map(([part, gap]) => part + gap).join('')}`);
  fc.assert(
    fc.property(names, (name) => {
      // The mark is dropped, but lets all notes be searched.
      const searched = ownName(`™ ${name}`).replace('™', '').trim();
      expect(ownName(name).trim()).toBe(searched);
    }),
    { numRuns: 20_000 },
  );
});
