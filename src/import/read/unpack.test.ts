import { createHook } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packingOf, unpack } from './unpack.ts';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function unpacked(bytes: Buffer, chunkSize = 65_536): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(unpack(inChunks(bytes, chunkSize), packingOf(bytes))));
}

const checked = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };
/** A skippable frame, as written by parallel compressors. */
const SKIPPABLE = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]);

describe('compressed bytes', () => {
  it('are decompressed whole from any number of members or frames, at any chunk boundaries', async () => {
    const content = fc.oneof(
      fc.string().map((text) => Buffer.from(text)),
      fc.integer({ min: 0, max: 300_000 }).map((length) => Buffer.alloc(length, 'abc')),
      fc.integer({ min: 0, max: 100_000 }).map((length) => randomBytes(length)),
    );
    const pack = fc.constantFrom(gzipSync, zstdCompressSync, (bytes: Buffer) => zstdCompressSync(bytes, checked));
    await fc.assert(
      fc.asyncProperty(
        fc.array(content, { minLength: 1, maxLength: 3 }),
        pack,
        fc.integer({ min: 1000, max: 1_000_000 }),
        async (contents, packer, chunkSize) => {
          const packed = Buffer.concat(contents.map((bytes) => packer(bytes)));
          expect((await unpacked(packed, chunkSize)).equals(Buffer.concat(contents))).toBe(true);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('of zstd may be split anywhere and contain skippable frames', async () => {
    const packed = Buffer.concat([zstdCompressSync('one,'), SKIPPABLE, zstdCompressSync('two', checked), SKIPPABLE]);
    for (let size = 1; size < packed.length; size++) expect((await unpacked(packed, size)).toString()).toBe('one,two');
  });

  it.each(['something else', 'no', '\0'.repeat(100)])('of zstd are an error if %j follows them', async (rest) => {
    const packed = Buffer.concat([zstdCompressSync('one'), Buffer.from(rest)]);
    await expect(unpacked(packed)).rejects.toThrow('Unknown frame descriptor');
  });

  it('of zstd are an error wherever they are truncated', async () => {
    const packed = zstdCompressSync(Buffer.alloc(300_000, 'abc'), checked);
    for (let length = 5; length < packed.length; length++) {
      await expect(unpacked(packed.subarray(0, length))).rejects.toThrow('unexpected end of file');
      await expect(unpacked(Buffer.concat([packed, packed.subarray(0, length)]))).rejects.toThrow(
        'unexpected end of file',
      );
    }
  });

  it('of many frames have one decompressor, as ending a thread that creates one can abort the process', async () => {
    let created = 0;
    const hook = createHook({
      init: (_id, type) => {
        if (type === 'ZLIB') created += 1;
      },
    });
    const packed = Buffer.concat(
      [1, 20_000].flatMap((length) => Array(50).fill(zstdCompressSync(randomBytes(length)))),
    );
    hook.enable();
    try {
      expect(await unpacked(packed)).toHaveLength(50 * 20_001);
    } finally {
      hook.disable();
    }
    expect(created).toBe(1);
  });
});
