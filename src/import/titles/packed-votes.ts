// The stored form of the votes: rows of small numbers in the order of the hashes of their features, compressed.
//   per row, in three lists one after another:
//     [difference to the previous hash: 3 bytes] …  [votes of the row, a signed byte per function] …
// A feature is stored as 24 bits of its hash, so about one of 300 unknown features is taken for a known one.
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

const HASH_BITS = 24;
const STEP_BYTES = 3;
/** FNV-1a. */
const FNV_OFFSET = 2_166_136_261;
const FNV_PRIME = 16_777_619;

export interface VoteRows {
  /** The hashes of the features, ascending. */
  readonly hashes: Uint32Array;
  /** By row, then by function. */
  readonly votes: Int8Array;
}

/** The hash of a feature. */
export function featureHash(feature: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), FNV_PRIME);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> (32 - HASH_BITS);
}

/** Compressed, as base64. */
export function packVotes({ hashes, votes }: VoteRows): string {
  const bytes = Buffer.alloc(hashes.length * STEP_BYTES + votes.length);
  hashes.forEach((hash, row) => {
    const step = hash - (hashes[row - 1] ?? 0);
    if (step < 0) throw new Error(`hashes are not ascending: ${hash}`);
    bytes.writeUIntLE(step, row * STEP_BYTES, STEP_BYTES);
  });
  Buffer.from(votes.buffer, votes.byteOffset, votes.length).copy(bytes, hashes.length * STEP_BYTES);
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }).toString('base64');
}

/** The rows of `packVotes`, each of `width` votes. */
export function unpackVotes(packed: string, width: number): VoteRows {
  const bytes = brotliDecompressSync(Buffer.from(packed, 'base64'));
  const rows = bytes.length / (STEP_BYTES + width);
  const hashes = new Uint32Array(rows);
  let hash = 0;
  for (let row = 0; row < rows; row += 1) {
    hash += bytes.readUIntLE(row * STEP_BYTES, STEP_BYTES);
    hashes[row] = hash;
  }
  return { hashes, votes: new Int8Array(bytes.buffer, bytes.byteOffset + rows * STEP_BYTES, rows * width) };
}
