import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodingNamed, sniffEncoding, toUtf8 } from './encoding.ts';

const sniff = (bytes: Buffer, isWhole = true) => sniffEncoding({ bytes, isWhole }).encoding;
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function decoded(bytes: Buffer, encoding: string, chunkSize = 3): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of toUtf8(inChunks(bytes, chunkSize), encoding)) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('the encoding of an input', () => {
  it.each([
    ['a byte order mark of UTF-8', Buffer.from('\uFEFFname'), 'utf-8'],
    ['a byte order mark of UTF-16', Buffer.from('\uFEFFname', 'utf16le'), 'utf-16le'],
    ['a byte order mark of UTF-16, big-endian', bigEndian('\uFEFFname'), 'utf-16be'],
    ['UTF-16 without a mark', Buffer.from('name,city\n東京,株式会社\n', 'utf16le'), 'utf-16le'],
    ['UTF-16 without a mark, big-endian', bigEndian('name,city\n東京,株式会社\n'), 'utf-16be'],
    ['ASCII', Buffer.from('name\nAcme\n'), 'utf-8'],
    ['UTF-8', Buffer.from('name\nMüller\n'), 'utf-8'],
    ['Windows-1252', latin1('name\nM\xfcller\nCaf\xe9\x99'), 'windows-1252'],
    ['Windows-1252 of old Macs', latin1('name\rM\xfcller\rAcme\r'), 'windows-1252'],
    ['a NUL in a text', Buffer.from('name,city\nAc\0me,Bern and so on\n'), 'utf-8'],
    ['UTF-8 with a bad row', Buffer.concat([Buffer.from('Zürich\nKöln\n'), latin1('M\xfcller\n')]), 'utf-8'],
    ['JSON with a bad row', latin1(' {"name":"M\xfcller"}\n'), 'utf-8'],
    ['another encoding', Buffer.from([0x6e, 0x0a, 0x83, 0x81, 0x90, 0x0a]), 'utf-8'],
  ])('is detected for %s', (_, bytes, encoding) => {
    expect(sniff(bytes)).toBe(encoding);
  });

  it('is detected in a partial input of old Macs', () => {
    expect(sniff(latin1('name\rM\xfcller\rAcme'), false)).toBe('windows-1252');
    expect(sniff(latin1('name,about\rM\xfcller,"a\nb"\rAcme'), false)).toBe('windows-1252');
  });

  it('is detected without the last line of a partial input, which may end within a character', () => {
    const bytes = Buffer.from('name\nAcme\nMü').subarray(0, -1);
    expect(sniff(bytes, false)).toBe('utf-8');
    expect(sniff(bytes, true)).toBe('windows-1252');
  });

  it('has many labels', () => {
    expect(['latin1', 'UTF8', 'utf-16', 'Shift_JIS', 'cp1251'].map(encodingNamed)).toEqual([
      'windows-1252',
      'utf-8',
      'utf-16le',
      'shift_jis',
      'windows-1251',
    ]);
    expect(encodingNamed('ebcdic')).toBe(null);
  });
});

describe('bytes of an encoding', () => {
  it('become the same UTF-8 text at any chunk boundaries, without byte order marks', async () => {
    const sizes = [fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 9 })] as const;
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), ...sizes, async (given, marks, size) => {
        const text = given.replace(/^\uFEFF+/, '');
        const marked = '\uFEFF'.repeat(marks) + text;
        expect(await decoded(Buffer.from(marked), 'utf-8', size)).toBe(text);
        expect(await decoded(Buffer.from(marked, 'utf16le'), 'utf-16le', size)).toBe(text);
        expect(await decoded(bigEndian(marked), 'utf-16be', size)).toBe(text);
      }),
    );
  });

  it('include printable characters of Windows-1252 that Latin-1 lacks', async () => {
    expect(await decoded(latin1('\x80 M\xfcller\x99'), 'windows-1252')).toBe('€ Müller™');
  });

  it('remain as they are if they are invalid UTF-8, so that the row can be reported', async () => {
    const bytes = Buffer.from([0x61, 0xff, 0x62]);
    const parts: Buffer[] = [];
    for await (const part of toUtf8(inChunks(bytes, 3), 'utf-8')) parts.push(part);
    expect(Buffer.concat(parts)).toEqual(bytes);
  });
});
