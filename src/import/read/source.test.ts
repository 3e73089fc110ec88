import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSource, openStream, type Source } from './source.ts';

const MAKE_PIPE = 'mkfifo';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-source-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function allOf(source: Source): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of source.bytes()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const LONG = 'äöü,0123456789\n'.repeat(60_000);

describe('a file as a source', () => {
  it('returns its bytes any number of times, and its head', async () => {
    const source = await openSource(file('plain.csv', LONG));
    expect(source.head.length).toBe(1024 * 1024);
    expect(LONG.startsWith(source.head.toString('utf8').slice(0, 1000))).toBe(true);
    expect(await allOf(source)).toBe(LONG);
    expect(await allOf(source)).toBe(LONG);
    expect(source.consumed()).toBe(source.size);
  });

  it('is decompressed from gzip whatever its name, with several members too', async () => {
    const packed = Buffer.concat([gzipSync(LONG), gzipSync('last\n')]);
    const source = await openSource(file('packed', packed));
    expect(await allOf(source)).toBe(`${LONG}last\n`);
  });

  it('is decompressed from zstd whatever its name, with several frames too', async () => {
    const packed = Buffer.concat([zstdCompressSync(LONG), zstdCompressSync('last\n')]);
    const source = await openSource(file('packed-by-zstd', packed));
    expect(await allOf(source)).toBe(`${LONG}last\n`);
    expect(source.consumed()).toBe(packed.length);
  });

  it.each([
    ['UTF-16', Buffer.from(`\uFEFF${LONG}`, 'utf16le'), 'utf-16le'],
    ['compressed UTF-16', gzipSync(Buffer.from(`\uFEFF${LONG}`, 'utf16le').swap16()), 'utf-16be'],
    ['Windows-1252', Buffer.from(LONG, 'latin1'), 'windows-1252'],
  ])('is converted to UTF-8 from %s', async (name, bytes, encoding) => {
    const source = await openSource(file(`${name}.csv`, bytes));
    expect(source.encoding).toBe(encoding);
    expect(LONG.startsWith(source.head.toString())).toBe(true);
    expect(await allOf(source)).toBe(LONG);
  });

  it('uses a given encoding without detection', async () => {
    const path = file('cyrillic.csv', Buffer.from([0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0]));
    expect(await allOf(await openSource(path, 'windows-1251'))).toBe('Москва');
  });

  it('omits a UTF-8 byte order mark', async () => {
    const source = await openSource(file('bom.csv', '\uFEFFname\nx\n'));
    expect(source.head.toString()).toBe('name\nx\n');
    expect(await allOf(source)).toBe('name\nx\n');
    expect(await allOf(await openSource(file('bom.csv.gz', gzipSync('\uFEFFname\n'))))).toBe('name\n');
  });

  it.each([
    ['a missing file', 'missing.csv', null, /missing\.csv: there is no such file\./],
    ['an empty file', 'empty.csv', '', /empty\.csv: it is empty\./],
    ['an empty gzip file', 'empty.gz', gzipSync(''), /empty\.gz: it is empty\./],
    ['a file with only a byte order mark', 'mark.csv', '\uFEFF', /mark\.csv: it is empty\./],
    [
      'a damaged gzip header',
      'broken.gz',
      Buffer.from([0x1f, 0x8b, 0xff, 0xff, 0, 0]),
      /broken\.gz, line 1: the compressed data is damaged/,
    ],
  ])('is rejected with a remedy if it is %s', async (_, name, content, message) => {
    const path = content === null ? join(folder, name) : file(name, content);
    await expect(openSource(path)).rejects.toThrow(message);
  });

  it('rejects a folder', async () => {
    await expect(openSource(folder)).rejects.toThrow(/it is a folder/);
  });
});

describe('standard input as a source', () => {
  const input = (content: Buffer, chunkSize: number) =>
    Readable.from(
      (function* () {
        for (let start = 0; start < content.length; start += chunkSize)
          yield content.subarray(start, start + chunkSize);
      })(),
    );

  it.each([
    ['plain', Buffer.from(LONG)],
    ['gzip', gzipSync(LONG)],
    ['zstd', zstdCompressSync(LONG)],
    ['UTF-16', Buffer.from(LONG, 'utf16le')],
    ['with a byte order mark', Buffer.from(`\uFEFF${LONG}`)],
  ])('returns its head and then all bytes: %s', async (_, content) => {
    for (const chunkSize of [1000, 65_536]) {
      const source = await openStream('-', input(content, chunkSize));
      expect(source.head.length).toBeGreaterThan(1000);
      expect(await allOf(source)).toBe(LONG);
      expect(source.consumed()).toBe(content.length);
    }
  });

  it('is read completely if it is short and arrives in single bytes', async () => {
    const source = await openStream('-', input(Buffer.from('{"a":1}\n'), 1));
    expect(source.head.toString()).toBe('{"a":1}\n');
    expect(await allOf(source)).toBe('{"a":1}\n');
  });

  it('fails after the decompressed part if gzip is truncated, however short it is', async () => {
    const rows = 'a,1234567890\n'.repeat(500) + randomBytes(2000).toString('hex');
    const packed = gzipSync(rows);
    const source = await openStream('-', input(packed.subarray(0, packed.length - 500), 1000));
    await expect(allOf(source)).rejects.toThrow('unexpected end of file');
  });

  it('reads a named pipe once', async () => {
    const path = join(folder, 'pipe');
    execFileSync(MAKE_PIPE, [path]);
    const writing = writeFile(path, LONG);
    const source = await openSource(path);
    expect(source.size).toBe(null);
    expect(await allOf(source)).toBe(LONG);
    await writing;
  });

  it('is rejected if it is empty', async () => {
    await expect(openStream('-', Readable.from([]))).rejects.toThrow(/^standard input: it is empty/);
  });
});
