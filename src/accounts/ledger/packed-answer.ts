// Stored answers of idempotent requests, compressed: an answer of a hundred people is a quarter of a megabyte of JSON.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** The fastest level achieves most of the compression: a quarter of a megabyte in less than a millisecond. */
const LEVEL = 1;

export function packAnswer(body: string): Uint8Array {
  return zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
}

export function unpackAnswer(packed: Uint8Array): string {
  return zstdDecompressSync(packed).toString();
}

/** Whether a stored answer contains one of these texts. */
export function hasText(packed: Uint8Array, texts: readonly string[]): boolean {
  const body = unpackAnswer(packed);
  return texts.some((text) => body.includes(text));
}
