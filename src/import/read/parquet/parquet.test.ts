// The files in fixtures are invented: five companies in three row groups, one file per codec (zstd has no page
// index, `paged` has one row group), and two openings with a date, a struct and a list.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sniffFormat } from '../format.ts';
import { readRows } from '../read-rows.ts';
import { openSource } from '../source.ts';
import { readParquet } from './parquet-thread.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-parquet-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}.parquet`, import.meta.url));

const rowsOf = async (name: string) => {
  const chunks = await Array.fromAsync(readParquet(fixture(name)));
  const text = chunks.map(({ lines }) => lines.toString()).join('');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
};

describe('a Parquet file', () => {
  it.each(['snappy', 'gzip', 'zstd', 'paged'])('returns its rows in order as JSON lines: %s', async (name) => {
    const rows = await rowsOf(name);
    expect(rows.map(({ domain }) => domain)).toEqual(['c0.example', 'c1.example', 'c2.example', null, 'c4.example']);
    expect(rows[0]).toEqual({
      name: 'Company Ä',
      domain: 'c0.example',
      employee_count: 10,
      score: 0,
      updated_at: '2026-01-01T00:00:00.000Z',
      hq: { city: 'City 0', country_code: 'CH' },
    });
  });

  it('returns dates without a time, structs as objects and lists as lists', async () => {
    expect(await rowsOf('nested')).toEqual([
      {
        title: 'Cook',
        posted_at: '2026-01-31',
        location: { city: 'Bern', country_code: 'CH' },
        skills: ['soup', 'bread'],
      },
      { title: 'Baker', posted_at: null, skills: [] },
    ]);
  });

  it('is returned one row group at a time', async () => {
    const chunks = await Array.fromAsync(readParquet(fixture('snappy')));
    expect(chunks.map(({ share }) => share)).toEqual([0.4, 0.8, 1]);
  });

  it('is recognized by its first bytes and read like JSON Lines, any number of times', async () => {
    const path = join(folder, 'companies.csv');
    copyFileSync(fixture('snappy'), path);
    const source = await openSource(path);
    expect(source.container).toBe('Parquet');
    const format = sniffFormat(path, source.head);
    expect(format).toEqual({ kind: 'json-lines' });
    const read = async () => (await Array.fromAsync(readRows(source, format))).map(({ line }) => line);
    expect(await read()).toEqual([1, 2, 3, 4, 5]);
    expect(await read()).toEqual([1, 2, 3, 4, 5]);
    expect(source.consumed()).toBe(source.size);
  });

  it('is rejected with the remedy if it is compressed', async () => {
    const path = join(folder, 'packed.parquet.gz');
    writeFileSync(path, gzipSync(readFileSync(fixture('snappy'))));
    await expect(openSource(path)).rejects.toThrow(/it is Parquet, which can be read only from a file\. Unpack it/);
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['only the first bytes', () => Buffer.from('PAR1')],
    ['damaged', (bytes: Buffer) => Buffer.from(bytes).fill(0xff, 4, 400)],
  ])('is reported with its name if it is %s', async (name, harm) => {
    const path = join(folder, `${name}.parquet`);
    writeFileSync(path, harm(readFileSync(fixture('zstd'))));
    await expect(openSource(path)).rejects.toThrow(
      new RegExp(`${name}\\.parquet, line 1: it cannot be read \\(.+\\)\\.`),
    );
  });

  it('ends in bounded time if it is broken anywhere, with rows or a one-line error', async () => {
    let seed = 7;
    const upTo = (max: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return seed % max;
    };
    for (let round = 0; round < 40; round += 1) {
      const bytes = readFileSync(fixture(['snappy', 'zstd', 'gzip', 'paged'][round % 4] ?? 'zstd'));
      for (let change = 0; change <= round % 3; change += 1)
        bytes[upTo(bytes.length)] = [0xff, 0x7f, 0x80, 0][upTo(4)] ?? 0;
      const path = join(folder, 'broken-somewhere.parquet');
      writeFileSync(path, bytes);
      const startedMs = performance.now();
      const message = await Array.fromAsync(readParquet(path, 1000, 2000)).then(
        () => 'read',
        (error: Error) => error.message,
      );
      expect(message).toMatch(/^[^\n]+$/);
      expect(performance.now() - startedMs).toBeLessThan(10_000);
    }
  }, 120_000);
});
