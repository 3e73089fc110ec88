// The inverse of a column of ids.
import type { Column } from './packed-column.ts';

/** Indexes + 1 by id, up to the largest id; 0 for an id that the column does not hold. */
export function placesById(ids: Column & { readonly length: number }): Uint32Array {
  let last = 0;
  for (let place = 0; place < ids.length; place++) last = Math.max(last, ids.at(place));
  const places = new Uint32Array(last + 1);
  for (let place = 0; place < ids.length; place++) places[ids.at(place)] = place + 1;
  return places;
}
