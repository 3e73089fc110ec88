// The hash by which builds sample records: the records with the lowest hashes, so that the same records give the same
// sample.

/** An unsigned 32-bit hash of a catalog id. */
export function idHash(id: number): number {
  const mixed = Math.imul(id ^ (id >>> 16), 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0;
}
