// The allowed value that a mistaken one most likely meant.
import { fold } from './words.ts';

/** Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`; gives up with `limit + 1` once it must exceed `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    if (Math.min(...current) > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? limit + 1;
}

/**
 * The candidate nearest to `input` by edit distance over folded text, at most 200 characters of it; a candidate that begins with
 * or contains the input as a whole comes before one that needs more than a third of its characters edited. Null where nothing is near.
 */
export function nearest(input: string, candidates: Iterable<string>): string | null {
  const wanted = fold(input).trim().slice(0, 200);
  if (wanted === '') return null;
  let best: string | null = null;
  let bestScore = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const folded = fold(candidate);
    const score = nearness(wanted, folded, bestScore);
    if (score < bestScore) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

/** Lower is nearer; infinite where the two have too little in common. Distances above the best score are not worked out. */
function nearness(wanted: string, folded: string, bestScore: number): number {
  const limit = Math.ceil(Math.max(wanted.length, folded.length) / 3);
  const distanceMax = Math.min(limit, Math.ceil(bestScore));
  const distance = editDistance(wanted, folded, distanceMax);
  // Of equally distant ones the one that begins alike: USA is US rather than SA.
  if (distance <= distanceMax) return distance - commonStart(wanted, folded) / 1000;
  if (wanted.length >= 3 && folded.startsWith(wanted)) return limit + 1 + folded.length / 1000;
  if (wanted.length >= 3 && folded.includes(wanted)) return limit + 2 + folded.length / 1000;
  if (folded.length >= 3 && wanted.includes(folded)) return limit + 3 + wanted.length / 1000;
  return Number.POSITIVE_INFINITY;
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length++;
  return length;
}
