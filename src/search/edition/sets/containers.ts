// Reads the containers ARRAY and RUNS of a posting list; terms/write-postings.ts describes the format. elias-fano.ts
// reads ELIAS_FANO; BITS needs no decoding.
import { setBit, setRange } from './bits.ts';
import type { Span } from './doc-set.ts';

/** A container in the stream of postings. It is mutable, so that one object serves all containers of a posting list. */
export interface ContainerRef {
  readonly words: Uint32Array;
  /** The same memory as 16-bit numbers. */
  readonly halves: Uint16Array;
  /** The same memory as bytes. */
  readonly bytes: DataView;
  /** The first word of the content. */
  start: number;
  /** The number of members. */
  count: number;
  /** Binary logarithm of the size of the block. */
  readonly blockBits: number;
}

/** Sets the bits of an array's numbers in the span. */
export function addArray(ref: ContainerRef, span: Span, bits: Uint32Array): void {
  const { halves } = ref;
  const end = ref.start * 2 + ref.count;
  const limit = span.end * 32;
  for (let index = arrayBound(ref, span.first * 32, ref.start * 2); index < end; index++) {
    const bit = halves[index]!;
    if (bit >= limit) break;
    setBit(bits, bit);
  }
}

/** Writes an array's numbers in the span to `list`; returns their number. */
export function listArray(ref: ContainerRef, span: Span, list: Uint16Array): number {
  const { halves } = ref;
  const end = ref.start * 2 + ref.count;
  const limit = span.end * 32;
  let count = 0;
  for (let index = arrayBound(ref, span.first * 32, ref.start * 2); index < end; index++) {
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
export function retainArray(ref: ContainerRef, list: Uint16Array, count: number): number {
  const { halves } = ref;
  const end = ref.start * 2 + ref.count;
  const jumps = ref.count > count * 16;
  let at = ref.start * 2;
  let kept = 0;
  for (let index = 0; index < count; index++) {
    const number = list[index]!;
    if (jumps) at = arrayBound(ref, number, at);
    else while (at < end && halves[at]! < number) at++;
    if (at === end) break;
    if (halves[at] === number) list[kept++] = number;
  }
  return kept;
}

/** True if an array contains a number. */
export function arrayHas(ref: ContainerRef, number: number): boolean {
  const at = arrayBound(ref, number, ref.start * 2);
  return at < ref.start * 2 + ref.count && ref.halves[at] === number;
}

/** The first index from `from` on that contains `number` or more; the end of the array if there is none. */
function arrayBound({ halves, start, count }: ContainerRef, number: number, from: number): number {
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
export function addRuns(ref: ContainerRef, span: Span, bits: Uint32Array): void {
  const { words } = ref;
  const end = ref.start + 1 + words[ref.start]!;
  const from = span.first * 32;
  const limit = span.end * 32;
  for (let index = from === 0 ? ref.start + 1 : runBound(ref, from); index < end; index++) {
    const run = words[index]!;
    const first = run & 0xffff;
    if (first >= limit) break;
    setRange(bits, Math.max(first, from), Math.min(first + (run >>> 16) + 1, limit));
  }
}

/** Keeps the candidates that are in runs. */
export function retainRuns(ref: ContainerRef, list: Uint16Array, count: number): number {
  const { words } = ref;
  const end = ref.start + 1 + words[ref.start]!;
  const jumps = end - ref.start > count * 16;
  let at = ref.start + 1;
  let kept = 0;
  for (let index = 0; index < count; index++) {
    const number = list[index]!;
    if (jumps) at = runBound(ref, number, at);
    else while (at < end && lastOf(words[at]!) < number) at++;
    if (at === end) break;
    if ((words[at]! & 0xffff) <= number) list[kept++] = number;
  }
  return kept;
}

/** True if a number is in a run. */
export function runsHave(ref: ContainerRef, number: number): boolean {
  const at = runBound(ref, number);
  return at < ref.start + 1 + ref.words[ref.start]! && (ref.words[at]! & 0xffff) <= number;
}

/** The word of the first run, from word `from` on, that ends at or after `number`; the end of the runs if none does. */
function runBound({ words, start }: ContainerRef, number: number, from = start + 1): number {
  let low = from;
  let high = start + 1 + words[start]!;
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
