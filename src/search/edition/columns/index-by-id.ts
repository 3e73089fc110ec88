// The inverse of a column of ids: finds the index of an id.

import type { Work } from '../../../ops/scheduling/work.ts';
import { fibonacciHash } from '../fibonacci-hash.ts';
import type { Column } from './packed-column.ts';

/** Finds the last index of an id; -1 if the column does not contain the id. */
export type IndexFinder = (id: number) => number;

/** The number of indexes between two yields. Each access may be the first one to its memory page. */
const IDS_PER_YIELD = 4096;
/**
 * An array by id takes 4 bytes for each id up to the largest. If the largest id is more than this many times the length
 * of the column, a hash table takes less memory.
 */
const SPARSE = 3;

/**
 * Takes about 5 ns and 4 to 16 bytes for each index. In a part of a base or in a delta, ids may be much larger than the
 * number of ids.
 */
export function* indexById(ids: Column & { readonly length: number }): Work<IndexFinder> {
  let idMax = 0;
  for (let index = 0; index < ids.length; index++) {
    idMax = Math.max(idMax, ids.at(index));
    if (index % IDS_PER_YIELD === 0) yield;
  }
  if (idMax > SPARSE * ids.length) return yield* hashed(ids);
  const indexes = new Uint32Array(idMax + 1);
  for (let index = 0; index < ids.length; index++) {
    indexes[ids.at(index)] = index + 1;
    if (index % IDS_PER_YIELD === 0) yield;
  }
  return (id) => (indexes[id] ?? 0) - 1;
}

/**
 * A hash table with open addressing and linear probing, at most half full. It stores indexes plus 1; the ids are read
 * from the column.
 */
function* hashed(ids: Column & { readonly length: number }): Work<IndexFinder> {
  const bits = 33 - Math.clz32(ids.length);
  const mask = 2 ** bits - 1;
  const table = new Uint32Array(2 ** bits);
  const slotOf = (id: number) => {
    let slot = fibonacciHash(id, bits);
    for (let index = table[slot]!; index !== 0 && ids.at(index - 1) !== id; index = table[slot]!)
      slot = (slot + 1) & mask;
    return slot;
  };
  for (let index = 0; index < ids.length; index++) {
    table[slotOf(ids.at(index))] = index + 1;
    if (index % IDS_PER_YIELD === 0) yield;
  }
  return (id) => table[slotOf(id)]! - 1;
}
