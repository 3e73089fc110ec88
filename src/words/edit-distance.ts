// Similarity of short texts by edit distance.

/** Three rows of the distance table, reused; enlarged for longer texts. */
let rows: [Uint16Array, Uint16Array, Uint16Array] = [new Uint16Array(256), new Uint16Array(256), new Uint16Array(256)];

/**
 * Number of letters inserted, removed, replaced or swapped with their neighbor (optimal string alignment). Stops as
 * soon as the number must exceed `limit`, and returns a number above it.
 */
export function editDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  if (b.length >= rows[0].length) {
    const length = 2 * b.length;
    rows = [new Uint16Array(length), new Uint16Array(length), new Uint16Array(length)];
  }
  let [beforeLast, last, current] = rows;
  for (let column = 0; column <= b.length; column += 1) last[column] = column;
  for (let row = 1; row <= a.length; row += 1) {
    const letter = a.charCodeAt(row - 1);
    current[0] = row;
    let least = row;
    for (let column = 1; column <= b.length; column += 1) {
      const other = b.charCodeAt(column - 1);
      let distance = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (letter === other ? 0 : 1),
      );
      const isSwap = row > 1 && column > 1 && letter === b.charCodeAt(column - 2) && a.charCodeAt(row - 2) === other;
      if (isSwap) distance = Math.min(distance, beforeLast[column - 2]! + 1);
      current[column] = distance;
      if (distance < least) least = distance;
    }
    if (least > limit) return limit + 1;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last[b.length]!;
}

/** Similarity from 1 (equal texts) to 0 (no common letter). */
export function similarity(a: string, b: string): number {
  const length = Math.max(a.length, b.length);
  return length === 0 ? 1 : 1 - editDistance(a, b) / length;
}
