// A bit-sliced column of whole numbers for range queries. The bits of 32 documents are stored together, so that a few
// operations compare all 32 values, and the value of one document is in one cache line.
//
//   word 0   bits of a value, 1 to 32
//   word 1   number of values
//   word 2.. for each 32 documents: `bits` words, the highest bit of the values first; bit i of each
//            represents document i of the 32

const HEAD_WORDS = 2;

/** The words of a bitset to test, and the bound to compare their values with. */
interface SlicedTest {
  /** The first word of the bitset represents the 32 values from `group` * 32. */
  readonly group: number;
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
  readonly bound: number;
  /** `from` keeps values that are at least the bound, `below` keeps smaller values. */
  readonly keeps: 'from' | 'below';
}

/** A sliced column as stored in an edition. */
export class SlicedColumn {
  readonly #words: Uint32Array;
  readonly #bits: number;

  constructor(words: Uint32Array) {
    this.#bits = words[0]!;
    this.#words = words;
  }

  /** The value at `index`, which must be below the number of values. */
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
    if (low >= 2 ** bits) return false;
    const start = HEAD_WORDS + (index >>> 5) * bits;
    const shift = index & 31;
    for (let bit = 0; bit < bits; bit++) {
      const own = (words[start + bit]! >>> shift) & 1;
      if (own !== ((low >>> (bits - 1 - bit)) & 1)) return own === 1;
    }
    return true;
  }

  /**
   * Clears the bits of values that are not kept; returns the number of words that are not 0. After the last document,
   * the column contains zeros.
   */
  keep(bits: Uint32Array, { group, first, end, bound, keeps }: SlicedTest): number {
    const words = this.#words;
    const size = this.#bits;
    const isOutside = bound <= 0 || bound >= 2 ** size;
    if (isOutside && bound <= 0 !== (keeps === 'from')) bits.fill(0, first, end);
    const flips = keeps === 'below' ? -1 : 0;
    // Zeros at the end of the bound do not affect the result.
    let zeros = 0;
    while (zeros < 31 && ((bound >>> zeros) & 1) === 0) zeros++;
    const odd = bound >>> zeros;
    let filled = 0;
    for (let word = first; word < end; word++) {
      const own = bits[word]!;
      if (own === 0) continue;
      filled++;
      if (isOutside) continue;
      const start = HEAD_WORDS + (group + word) * size;
      let bit = start + size - 1 - zeros;
      let found = -1;
      // From the lowest bit up: a value with 1 where the bound has 0 is larger; a value with 0 where the bound has 1 is
      // smaller.
      for (let rest = odd; rest !== 0; rest >>>= 1) {
        const slice = words[bit--]!;
        found = (rest & 1) === 1 ? found & slice : found | slice;
      }
      while (bit >= start) found |= words[bit--]!;
      const kept = own & (found ^ flips);
      bits[word] = kept;
      if (kept === 0) filled--;
    }
    return filled;
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
