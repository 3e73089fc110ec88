// Reads the containers ARRAY and RUNS of a term (format in postings.ts). split-container.ts reads SPLIT; BITS needs no
// decoding.
import { setRange } from './bits.ts';
import type { Span } from './doc-set.ts';

/** The location of a container: its content begins at word `start`. */
export interface Place {
  readonly words: Uint32Array;
  /** The same memory as 16-bit numbers. */
  readonly halves: Uint16Array;
  /** The same memory as bytes. */
  readonly bytes: DataView;
  start: number;
  /** The number of members. */
  count: number;
  readonly blockBits: number;
}

/** Sets the bits of an array's numbers in the span. */
export function addArray(place: Place, span: Span, bits: Uint32Array): void {
  const { halves } = place;
  const end = place.start * 2 + place.count;
  const limit = span.end * 32;
  for (let index = arrayBound(place, span.first * 32, place.start * 2); index < end; index++) {
    const bit = halves[index]!;
    if (bit >= limit) break;
    bits[bit >>> 5]! |= 1 << (bit & 31);
  }
}

/** Writes an array's numbers in the span to `list`; returns their number. */
export function listArray(place: Place, span: Span, list: Uint16Array): number {
  const { halves } = place;
  const end = place.start * 2 + place.count;
  const limit = span.end * 32;
  let count = 0;
  for (let index = arrayBound(place, span.first * 32, place.start * 2); index < end; index++) {
    const number = halves[index]!;
    if (number >= limit) break;
    list[count++] = number;
  }
  return count;
}

/**
 * Keeps the candidates that an array contains. Uses binary search if the array is much longer than the list of
 * candidates.
 */
export function retainArray(place: Place, list: Uint16Array, count: number): number {
  const { halves } = place;
  const end = place.start * 2 + place.count;
  const jumps = place.count > count * 16;
  let at = place.start * 2;
  let kept = 0;
  for (let index = 0; index < count; index++) {
    const number = list[index]!;
    if (jumps) at = arrayBound(place, number, at);
    else while (at < end && halves[at]! < number) at++;
    if (at === end) break;
    if (halves[at] === number) list[kept++] = number;
  }
  return kept;
}

/** True if an array contains a number. */
export function arrayHas(place: Place, number: number): boolean {
  const at = arrayBound(place, number, place.start * 2);
  return at < place.start * 2 + place.count && place.halves[at] === number;
}

/** The first index from `from` on that contains `number` or more; the end of the array if there is none. */
function arrayBound({ halves, start, count }: Place, number: number, from: number): number {
  let low = from;
  let high = start * 2 + count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (halves[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Sets the bits of the runs in the span. */
export function addRuns(place: Place, span: Span, bits: Uint32Array): void {
  const { words } = place;
  const end = place.start + 1 + words[place.start]!;
  const from = span.first * 32;
  const limit = span.end * 32;
  for (let index = from === 0 ? place.start + 1 : runBound(place, from); index < end; index++) {
    const run = words[index]!;
    const first = run & 0xffff;
    if (first >= limit) break;
    setRange(bits, Math.max(first, from), Math.min(first + (run >>> 16) + 1, limit));
  }
}

/** Keeps the candidates that are in runs. */
export function retainRuns(place: Place, list: Uint16Array, count: number): number {
  const { words } = place;
  const end = place.start + 1 + words[place.start]!;
  const jumps = end - place.start > count * 16;
  let at = place.start + 1;
  let kept = 0;
  for (let index = 0; index < count; index++) {
    const number = list[index]!;
    if (jumps) at = runBound(place, number);
    else while (at < end && lastOf(words[at]!) < number) at++;
    if (at === end) break;
    if ((words[at]! & 0xffff) <= number) list[kept++] = number;
  }
  return kept;
}

/** True if a number is in a run. */
export function runsHave(place: Place, number: number): boolean {
  const at = runBound(place, number);
  return at < place.start + 1 + place.words[place.start]! && (place.words[at]! & 0xffff) <= number;
}

/** The first run that ends at or after `number`. */
function runBound({ words, start }: Place, number: number): number {
  let low = start + 1;
  let high = low + words[start]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lastOf(words[middle]!) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lastOf(run: number): number {
  return (run & 0xffff) + (run >>> 16);
}
