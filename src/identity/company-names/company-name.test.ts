import { expect, test } from 'vitest';
import { companyNameKey } from './company-name.ts';

test.each([
  [
    'Acme',
    'ACME Inc.',
    'The Acme Company',
    'Acme, S.A.',
    'Acme S.p.A.',
    'Acme GmbH & Co. KG',
    'PT Acme Tbk',
    'Acme AB (publ)',
  ],
  ['Müller & Söhne GmbH', 'Muller Sohne', 'MULLER und SOHNE'],
  ['Acme Rockets Public Limited Company', 'Acme Rockets plc', 'Acme Rockets Ord'],
  ['Acme', 'Acme Lda.', 'Acme SASU', 'Acme PLLC', 'Acme Gesellschaft mit beschränkter Haftung', 'Acme, (The)', 'Acme™'],
  ['E.ON', 'EON SE', 'E-ON'],
  [
    'Acme',
    'Acme Spółka z o.o.',
    'Acme S.A. w likwidacji',
    'Acme GmbH (in Liquidation)',
    'Acme LTDA - ME',
    'Acme S.A.C.',
  ],
  ['Acme', 'Acme (formerly Beta Inc.)', 'Acme Inc. (Class C)', 'Acme S.à r.l.', 'Acme Sp. z o.o.', 'A.C.M.E.'],
  ['トヨタ', '株式会社トヨタ', 'トヨタ株式会社'],
  ['Müller Tools', 'MUELLER TOOLS', 'Muller Tools GmbH'],
  ['Ромашка', 'Romashka LLC', 'ООО Ромашка'],
  ['Acme Intl.', 'Acme International', 'ACME Internacional', "Acme Int'l"],
  ['Gebr. Acme Bau', 'Gebrüder Acme Bau'],
  ['Four Rivers Brewing', '4 Rivers Brewing'],
  ['Acme Tools', 'Acme Tools (NYSE: ACM)', 'Acme Tools GmbH (Kunde seit 2019)', 'Acme Tools, now part of Beta'],
  ['Salty Anchor', 'Quill Ventures LLC dba Salty Anchor', 'Quill Ltd t/a Salty Anchor'],
  ['Acme Mills and Kilns', 'AMK - Acme Mills & Kilns', 'Acme Mills and Kilns (AMK)'],
  ['Acme Menuiserie', 'SARL Acme Menuiserie'],
  ['Acme Larder Company (The)', 'The Acme Larder Company', 'Acme Larder, The', 'Acme Larder Inc. (The)'],
  ['Стройкотва', 'ПрАТ Стройкотва', 'Общество с ограниченной ответственностью «Стройкотва»', 'ФГУП «Стройкотва»'],
  ['Стройкотва', 'Товариство з обмеженою відповідальністю «Стройкотва»', 'Стройкотва ПрАТ'],
  [
    'Acme Kilns',
    'GmbH Acme Kilns',
    'd.o.o. Acme Kilns',
    'VZW Acme Kilns',
    'Coöperatie Acme Kilns U.A.',
    'CTCP Acme Kilns',
  ],
  ['კრანპლასტი', 'შპს კრანპლასტი', 'შპს „კრანპლასტი“'],
  ['Կրանպլաստ', 'ՍՊԸ Կրանպլաստ', 'Կրանպլաստ ՍՊԸ', '«Կրանպլաստ» ՓԲԸ'],
  ['Стройкотва', 'ЕООД Стройкотва', 'Стройкотва ЕООД', 'ООД Стройкотва', 'Stroykotva'],
])('%s is equal to the others', (...names) => {
  expect(new Set(names.map(companyNameKey)).size).toBe(1);
});

test.each([
  ['Acme', 'Acme Rockets'],
  ['Acme Holding', 'Acme Group'],
  ['E-Bay', 'Bay'],
  ['Y Combinator', 'Combinator'],
  ['AG', 'SE'],
  ['***', '!!!'],
  ['Bauer', 'Baur'],
  ['Acme 12', 'Acme 14'],
  ['Acme Stiftung', 'Acme GmbH'],
  ['Stichting Acme', 'Acme BV'],
  ['Acme - Team Nord', 'Acme - Team Süd'],
  ['Acme (old town)', 'Acme (new town)'],
])('%s is not equal to %s', (one, other) => {
  expect(companyNameKey(one)).not.toBe(companyNameKey(other));
});
