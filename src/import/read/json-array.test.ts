import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonArray } from './json-array.ts';
import { NOT_UTF8, ROW_BYTES_MAX } from './lines.ts';
import type { Row } from './row.ts';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function elementsOf(bytes: Buffer, chunkSize = bytes.length): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of readJsonArray(inChunks(bytes, Math.max(1, chunkSize)), 'f.json')) rows.push(row);
  return rows;
}

const parsed = async (text: string, chunkSize?: number) =>
  (await elementsOf(Buffer.from(text), chunkSize)).map((row) => JSON.parse(row.text) as unknown);

describe('the elements of a JSON array', () => {
  it('are returned unchanged, for any layout of the array and any chunk boundaries', async () => {
    const shape = fc.constantFrom(undefined, 1, '\t');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue()),
        shape,
        fc.integer({ min: 1, max: 9 }),
        async (values, indent, size) => {
          const text = JSON.stringify(values, null, indent);
          expect(await parsed(` ${text}\n`, size)).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  it('have the numbers of the lines on which they start', async () => {
    const rows = await elementsOf(Buffer.from('[\n  {"a": "]},{"},\n\n  {\n "b": 1}\n]\n'), 3);
    expect(rows.map(({ line }) => line)).toEqual([2, 4]);
  });

  it('are returned even if one is not valid JSON: the parser reports it', async () => {
    const rows = await elementsOf(Buffer.from('[{"a": tru}, {"b": 2}]'));
    expect(rows.map(({ text }) => text)).toEqual(['{"a": tru}', '{"b": 2}']);
  });

  it('are faulty if they are not UTF-8; the next one is not affected', async () => {
    const bytes = Buffer.concat([Buffer.from('[{"a":"'), Buffer.from([0xff]), Buffer.from('"},{"b":1}]')]);
    expect((await elementsOf(bytes)).map(({ fault }) => fault)).toEqual([NOT_UTF8, null]);
  });

  it('are faulty if they are oversized, and are not held in memory', async () => {
    const rows = await elementsOf(Buffer.from(`[{"a":"${'x'.repeat(ROW_BYTES_MAX)}"},{"b":1}]`), 64 * 1024);
    expect(rows.map(({ fault }) => fault)).toEqual(['longer than 4 MiB', null]);
    expect(rows[0]?.text.length).toBeLessThanOrEqual(ROW_BYTES_MAX);
  });

  it('may be nested to any depth', async () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect((await elementsOf(Buffer.from(`[${deep},{}]`))).map(({ text }) => text)).toEqual([deep, '{}']);
  });

  it('stop the import with the line if the array has no end', async () => {
    await expect(elementsOf(Buffer.from('[{"a":1},\n{"b":2}'))).rejects.toThrow(
      /^f\.json, line 2: the JSON array has no end\./,
    );
  });

  it('stop the import if anything precedes or follows the array', async () => {
    await expect(elementsOf(Buffer.from('[{"a":1}]\n[2]'))).rejects.toThrow(/^f\.json, line 2: unexpected "\["/);
    await expect(elementsOf(Buffer.from('x[1]'))).rejects.toThrow(/line 1: unexpected "x"/);
    await expect(elementsOf(Buffer.from('[{"a":1}] é'))).rejects.toThrow(/unexpected "é" outside of the JSON array/);
    await expect(elementsOf(Buffer.from('[{"a":1}]\u200b'))).rejects.toThrow(/unexpected "U\+200B" outside/);
  });
});
