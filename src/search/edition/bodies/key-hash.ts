// The 64-bit hash under which a look-up table stores a key: two 32-bit lanes computed in one pass over the UTF-16 code
// units, each with the final mix of MurmurHash3. It need not be cryptographically strong, because each hit is verified.

/** Both lanes, unsigned: the first bits of `bucket` choose the bucket, `mark` is compared within it. */
export interface KeyHash {
  readonly bucket: number;
  readonly mark: number;
}

export function keyHash(key: string): KeyHash {
  let low = 0x811c9dc5;
  let high = 0x2f0b4c47;
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x5bd1e995);
    high ^= high >>> 15;
  }
  return { bucket: mixed(low ^ key.length), mark: mixed(high) };
}

function mixed(value: number): number {
  let mix = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}
