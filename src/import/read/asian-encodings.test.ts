import { describe, expect, it } from 'vitest';
import { asianEncodingOf } from './asian-encodings.ts';
import { sniffEncoding } from './encoding.ts';

/** Invented rows of contacts, as bytes. */
const FILES: readonly (readonly [encoding: string, hex: string, header: string])[] = [
  [
    'shift_jis',
    '8e8196bc2c89ef8ed096bc2c96f090450a8e5293632091be98592c8a948eae89ef8ed082b382ad82e78fa48e962c89638bc6959492b70a8db293a12089d48e712c82dd82e782a290bb8dec8f8a2c89db92b70a',
    '氏名,会社名,役職',
  ],
  [
    'euc-jp',
    'bbe1ccbe2cb2f1bcd2ccbe2cccf2bfa60abbb3c5c420c2c0cfba2cb3f4bcb0b2f1bcd2a4b5a4afa4e9bea6bbf62cb1c4b6c8c9f4c4b90abab4c6a320b2d6bbd22ca4dfa4e9a4a4c0bdbaeebdea2cb2ddc4b90a',
    '氏名,会社名,役職',
  ],
  [
    'euc-kr',
    'c0ccb8a72cc8b8bbe7b8ed2cc1f7c3a50ab1e8c7cfb4c32cc1d6bdc4c8b8bbe720c7d1bafbb3aab6f32cbacec0e50a',
    '이름,회사명,직책',
  ],
  [
    'gb18030',
    'd0d5c3fb2cb9abcbbec3fbb3c62cd6b0cebb0acdf5cffec3f72cc9cfbaa3b3bfb9e2d3d0cfdeb9abcbbe2ccffacadbd7dcbce00a',
    '姓名,公司名称,职位',
  ],
  [
    'big5',
    'a96da6572ca4bda571a657bad92cc2bebad90aa4fdbee5a9fa2cb1e1a5faaad1a5f7a6b3adada4bda5712cb77eb0c8b867b27a0a',
    '姓名,公司名稱,職稱',
  ],
];

describe('the encoding of Asian files', () => {
  it.each(FILES)('is detected: %s', (encoding, hex, header) => {
    const bytes = Buffer.from(hex, 'hex');
    expect(sniffEncoding({ bytes, isWhole: true })).toEqual({ encoding, isDoubtful: false });
    expect(new TextDecoder(encoding).decode(bytes).split('\n')[0]).toBe(header);
  });

  it('is detected in a long file whose sample ends within a character', () => {
    const [, hex = ''] = FILES[0] ?? [];
    const bytes = Buffer.concat(Array.from({ length: 2000 }, () => Buffer.from(hex, 'hex')));
    expect(asianEncodingOf(bytes)).toBe('shift_jis');
  });

  it.each([
    'name,city\nMüller,Köln\nGroß,Düsseldorf\nÖzgür,Çorlu\nJürgen,Görlitz\n',
    'nom,ville\nÉlodie,Orléans\nHélène,Besançon\nZoë,Nîmes\nÀ côté,Sète\n',
    'ÄÖÜ,ÀÉÈ,ÇÑØ\nÅÆŒ,ÊËÎ,ÏÔÛ\n',
  ])('is no Asian one for Western text: %s', (text) => {
    expect(asianEncodingOf(Buffer.from(text, 'latin1'))).toBe(null);
  });
});
