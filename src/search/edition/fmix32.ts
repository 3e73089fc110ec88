// The finalizer of MurmurHash3 (fmix32): each bit of the input affects each bit of the result.

/** Mixes the bits of a 32-bit number; unsigned. */
export function fmix32(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
