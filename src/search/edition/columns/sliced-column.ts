// A bit-sliced column of whole numbers for range queries: the bits of 32 documents are stored together, so that a
// comparison is a few operations for all of them, and the number of one document is in one cache line.
//
//   word 0   bits of a value, 1 to 32
//   word 1   number of values
//   word 2.. for each 32 documents: `bits` words, the highest bit of the values first; bit i of each
//            represents document i of the 32

const HEAD_WORDS = 2;

/** A sliced column as stored in an edition. */
export class SlicedColumn {
  readonly length: number;
  readonly #words: Uint32Array;
  readonly #bits: number;

  constructor(words: Uint32Array) {
    this.#bits = words[0]!;
    this.length = words[1]!;
    this.#words = words;
  }

  /** The value at `index`, which must be below `length`. */
  at(index: number): number {
    const start = HEAD_WORDS + (index >>> 5) * this.#bits;
    const shift = index & 31;
    let value = 0;
    for (let bit = 0; bit < this.#bits; bit++) value = (value << 1) | ((this.#words[start + bit]! >>> shift) & 1);
    return value >>> 0;
  }

  /** True if the value at `index` is at least `low`; stops at the first bit that decides. */
  isAtLeast(index: number, low: number): boolean {
    const bits = this.#bits;
    const words = this.#words;
    if (low <= 0) return true;
    if (bits < 32 && low >= 2 ** bits) return false;
    const start = HEAD_WORDS + (index >>> 5) * bits;
    const shift = index & 31;
    for (let bit = 0; bit < bits; bit++) {
      const own = (words[start + bit]! >>> shift) & 1;
      if (own !== ((low >>> (bits - 1 - bit)) & 1)) return own === 1;
    }
    return true;
  }

  /** A bitset of those of the 32 values from `group` * 32 that are at least `low`. Values after the last one are 0. */
  atLeast(group: number, low: number): number {
    if (low <= 0) return -1;
    if (this.#bits < 32 && low >= 2 ** this.#bits) return 0;
    const words = this.#words;
    const start = HEAD_WORDS + group * this.#bits;
    let more = 0;
    let equal = -1;
    for (let bit = 0; bit < this.#bits; bit++) {
      const word = words[start + bit]!;
      if (((low >>> (this.#bits - 1 - bit)) & 1) === 1) equal &= word;
      else {
        more |= equal & word;
        equal &= ~word;
      }
    }
    return more | equal;
  }
}

/** Slices values from 0 to 2^32 - 1. */
export function sliceColumn(values: ArrayLike<number>): Uint32Array {
  let max = 1;
  for (let index = 0; index < values.length; index++) if (values[index]! > max) max = values[index]!;
  const bits = 32 - Math.clz32(max);
  const words = new Uint32Array(HEAD_WORDS + Math.ceil(values.length / 32) * bits);
  words[0] = bits;
  words[1] = values.length;
  for (let index = 0; index < values.length; index++) {
    const start = HEAD_WORDS + (index >>> 5) * bits;
    const value = values[index]!;
    for (let bit = 0; bit < bits; bit++) words[start + bit]! |= ((value >>> (bits - 1 - bit)) & 1) << (index & 31);
  }
  return words;
}
