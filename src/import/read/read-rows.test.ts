import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sniffFormat } from './format.ts';
import { readHeadRows, readRows } from './read-rows.ts';
import type { Row } from './row.ts';
import { openSource } from './source.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-rows-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function* rowsOf(name: string, content: string | Buffer): AsyncGenerator<Row> {
  const path = join(folder, name);
  writeFileSync(path, content);
  const source = await openSource(path);
  yield* readRows(source, sniffFormat(path, source.head));
}

async function all(rows: AsyncGenerator<Row>): Promise<Row[]> {
  const list: Row[] = [];
  for await (const row of rows) list.push(row);
  return list;
}

it('returns the same lines and values for the same rows as JSON Lines, JSON array and table', async () => {
  const lines = await all(rowsOf('a.jsonl', '{"name":"Ä"}\n\n{"name":"B"}\n'));
  const array = await all(rowsOf('a.json', '[{"name":"Ä"},\n\n{"name":"B"}]'));
  const table = await all(rowsOf('a.csv.gz', gzipSync('name\r\n\r\nÄ\r\nB\r\n')));
  expect(lines.map(({ line, text }) => [line, text])).toEqual([
    [1, '{"name":"Ä"}'],
    [3, '{"name":"B"}'],
  ]);
  expect(array.map(({ text }) => text)).toEqual(lines.map(({ text }) => text));
  expect(table.map(({ line, cells }) => [line, cells])).toEqual([
    [1, ['name']],
    [3, ['Ä']],
    [4, ['B']],
  ]);
});

it('skips rows above the header but counts their lines', async () => {
  const rows = await all(rowsOf('notes.csv', 'Notes:\n"of two\nlines"\n\nname,city,country\nAcme,Bern,CH\nBeta\n'));
  expect(rows.map(({ line, cells, fault }) => [line, cells?.[0], fault])).toEqual([
    [5, 'name', null],
    [6, 'Acme', null],
    [7, 'Beta', '1 cell where the header has 3'],
  ]);
});

it('returns whole rows only from truncated gzip, then an error with file, line and remedy', async () => {
  const content = Array.from({ length: 50_000 }, (_, index) => `${index},row ${index * 7919}`).join('\n');
  const packed = gzipSync(`id,name\n${content}\n`);
  const rows: Row[] = [];
  const reading = (async () => {
    for await (const row of rowsOf('cut.csv.gz', packed.subarray(0, packed.length / 2))) rows.push(row);
  })();
  await expect(reading).rejects.toThrow(
    /cut\.csv\.gz, line \d+: the compressed data ends too early\. Fetch or compress the whole file again/,
  );
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.slice(1).every(({ cells }, index) => cells?.[1] === `row ${index * 7919}`)).toBe(true);
});

it('reports corrupt gzip as an error, not as the end', async () => {
  const packed = gzipSync(Array.from({ length: 50_000 }, (_, index) => `{"id":${index * 7919}}`).join('\n'));
  const middle = Math.floor(packed.length / 2);
  packed.fill(0xff, middle, middle + 100);
  await expect(all(rowsOf('broken.jsonl.gz', packed))).rejects.toThrow(
    /broken\.jsonl\.gz, line \d+: the compressed data is damaged here/,
  );
});

it('reports truncated or corrupt zstd as an error, not as the end', async () => {
  const lines = Array.from({ length: 50_000 }, (_, index) => `{"id":${(index * 7919) % 99_991}}`);
  const params = { [constants.ZSTD_c_checksumFlag]: 1 };
  const packed = zstdCompressSync(lines.join('\n'), { params });
  const half = packed.subarray(0, packed.length / 2);
  await expect(all(rowsOf('cut.jsonl.zst', half))).rejects.toThrow(/line \d+: the compressed data ends too early/);
  packed.fill(0xff, packed.length / 2, packed.length / 2 + 100);
  await expect(all(rowsOf('broken.jsonl.zst', packed))).rejects.toThrow(
    /line \d+: the compressed data is damaged here/,
  );
});

it('returns a sample of rows from the head of a file of any size', async () => {
  const path = join(folder, 'large.json');
  writeFileSync(path, JSON.stringify(Array.from({ length: 120_000 }, (_, id) => ({ id }))));
  const source = await openSource(path);
  const rows = await readHeadRows(source, { kind: 'json-array' });
  expect(rows.length).toBeGreaterThan(1000);
  expect(rows.length).toBeLessThan(120_000);
});
