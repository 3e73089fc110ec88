import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Line, NOT_UTF8, ROW_BYTES_MAX, readLines } from './lines.ts';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function linesOf(bytes: Buffer, chunkSize = bytes.length): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const block of readLines(inChunks(bytes, Math.max(1, chunkSize)), bytes)) {
    lines.push(...block.map(({ number, text, fault }) => ({ number, text, fault })));
  }
  return lines;
}

const textsOf = async (text: string) => (await linesOf(Buffer.from(text))).map((line) => line.text);

describe('lines of bytes', () => {
  it('end at LF or CR LF, or at CR in files of old Macs', async () => {
    expect(await textsOf('a\nb\r\nc')).toEqual(['a', 'b', 'c']);
    expect(await textsOf('a\rb\rc\r')).toEqual(['a', 'b', 'c']);
  });

  it('end at CR if LF is within quoted cells only', async () => {
    expect(await textsOf('a,b\r"x","y\nz"\r"","""\n"\r')).toEqual(['a,b', '"x","y\nz"', '"","""\n"']);
    expect(await textsOf('a,b\r\n"x","y\rz"\r\n')).toEqual(['a,b', '"x","y\rz"']);
    expect(await textsOf('a,5"\n"x","y\rz"\n')).toEqual(['a,5"', '"x","y\rz"']);
    expect(await textsOf('"a\nb\rc')).toEqual(['"a', 'b\rc']);
  });

  it('are the same at any chunk boundaries', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary' })),
        fc.integer({ min: 1, max: 20 }),
        async (texts, size) => {
          const bytes = Buffer.from(`${texts.map((text) => text.replace(/[\r\n]/g, '')).join('\n')}\n`);
          expect(await linesOf(bytes, size)).toEqual(await linesOf(bytes));
          expect(await linesOf(bytes)).toHaveLength(Math.max(1, texts.length));
        },
      ),
    );
  });

  it('are numbered from 1, empty ones included', async () => {
    expect((await linesOf(Buffer.from('a\n\nb\n'), 1)).map(({ number, text }) => [number, text])).toEqual([
      [1, 'a'],
      [2, ''],
      [3, 'b'],
    ]);
  });

  it('are faulty if they are not UTF-8; the neighbors are not affected', async () => {
    const lines = await linesOf(
      Buffer.concat([Buffer.from('ä\n'), Buffer.from([0x4d, 0xfc, 0x6c, 0x0a]), Buffer.from('ö\n')]),
    );
    expect(lines.map(({ text, fault }) => [text, fault])).toEqual([
      ['ä', null],
      ['M\uFFFDl', NOT_UTF8],
      ['ö', null],
    ]);
  });

  it('are faulty and truncated if they are oversized, and the next one is read', async () => {
    const bytes = Buffer.concat([Buffer.alloc(ROW_BYTES_MAX + 1, 'x'), Buffer.from('\nnext\n')]);
    for (const chunkSize of [64 * 1024, bytes.length]) {
      const [long, next] = await linesOf(bytes, chunkSize);
      expect(long?.fault).toBe('longer than 4 MiB');
      expect(next).toEqual({ number: 2, text: 'next', fault: null });
    }
  });

  it('are faulty if the last one is oversized', async () => {
    const lines = await linesOf(Buffer.alloc(ROW_BYTES_MAX * 2, 'x'), 64 * 1024);
    expect(lines.map(({ number, fault }) => [number, fault])).toEqual([[1, 'longer than 4 MiB']]);
    expect(lines[0]?.text.length).toBeLessThan(1000);
  });
});
