// The inverse of a column of ids.
import type { Work } from '../../../ops/scheduling/work.ts';
import type { Column } from './packed-column.ts';

/** The last index of an id; -1 for one that the column does not hold. */
export type PlaceFinder = (id: number) => number;

/** Indexes between two yields: each may be the first access to its memory page. */
const STRETCH = 4096;
/** A column by id takes 4 bytes for each id up to the largest; beyond this factor a hash table takes less. */
const SPARSE = 3;

/**
 * Takes about 5 ns and 4 to 16 bytes for each index. The ids of a part of a base, or of a delta, may be much larger.
 */
export function* placesById(ids: Column & { readonly length: number }): Work<PlaceFinder> {
  let idMax = 0;
  for (let place = 0; place < ids.length; place++) {
    idMax = Math.max(idMax, ids.at(place));
    if (place % STRETCH === 0) yield;
  }
  if (idMax > SPARSE * ids.length) return yield* hashed(ids);
  const places = new Uint32Array(idMax + 1);
  for (let place = 0; place < ids.length; place++) {
    places[ids.at(place)] = place + 1;
    if (place % STRETCH === 0) yield;
  }
  return (id) => (places[id] ?? 0) - 1;
}

/** A hash table with open addressing, which holds indexes + 1; their ids are those of the column. */
function* hashed(ids: Column & { readonly length: number }): Work<PlaceFinder> {
  const mask = 2 ** (33 - Math.clz32(ids.length)) - 1;
  const table = new Uint32Array(mask + 1);
  const slotOf = (id: number) => {
    let slot = Math.imul(id, 0x9e3779b1) & mask;
    for (let place = table[slot]!; place !== 0 && ids.at(place - 1) !== id; place = table[slot]!)
      slot = (slot + 1) & mask;
    return slot;
  };
  for (let place = 0; place < ids.length; place++) {
    table[slotOf(ids.at(place))] = place + 1;
    if (place % STRETCH === 0) yield;
  }
  return (id) => table[slotOf(id)]! - 1;
}
