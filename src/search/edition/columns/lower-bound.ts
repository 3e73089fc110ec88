// Binary search in ascending typed arrays.

/** The first index at which an ascending list contains `value` or more; the length of the list if there is none. */
export function lowerBound(values: Uint16Array | Uint32Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
