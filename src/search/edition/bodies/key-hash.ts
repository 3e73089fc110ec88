// The 64-bit hash under which a look-up table stores a key: two 32-bit halves computed in one pass over the UTF-16 code
// units, each mixed by fmix32. It need not be cryptographically strong, because each hit is verified.
import { fmix32 } from '../fmix32.ts';

/** Both halves, unsigned: the first bits of `bucket` choose the bucket, `fingerprint` is compared within it. */
export interface KeyHash {
  readonly bucket: number;
  readonly fingerprint: number;
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
  return { bucket: fmix32(low ^ key.length), fingerprint: fmix32(high) };
}
