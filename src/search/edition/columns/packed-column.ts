// A bit-packed column of whole numbers, each in as many bits as the largest needs. Used for ids, codes, offsets and
// hashes.
//
//   word 0   bits of a value, 1 to 32
//   word 1   number of values
//   word 2.. the values, packed from the lowest bit of each word up, crossing words; then a word of zeros

const HEAD_WORDS = 2;
/** A value of at most this many bits is contained in four bytes at any bit offset. */
const ONE_READ_BITS = 25;

/** Whole numbers by index. */
export interface Column {
  /** The value at `index`, which must be below the length. */
  at(index: number): number;
}

/** A packed column as stored in an edition. It contains up to 2^32 bits, which are 134 million values of 32 bits. */
export class PackedColumn implements Column {
  readonly length: number;
  readonly #bytes: DataView;
  readonly #bits: number;
  readonly #mask: number;

  constructor(words: Uint32Array) {
    this.#bits = words[0]!;
    this.length = words[1]!;
    this.#bytes = new DataView(words.buffer, words.byteOffset + HEAD_WORDS * 4, (words.length - HEAD_WORDS) * 4);
    this.#mask = maskOf(this.#bits);
  }

  /**
   * The value at `index`, which must be below `length`. Values of up to 25 bits take one unaligned read: random reads
   * dominate the time of searches.
   */
  at(index: number): number {
    const bit = index * this.#bits;
    if (this.#bits <= ONE_READ_BITS) return (this.#bytes.getUint32(bit >>> 3, true) >>> (bit & 7)) & this.#mask;
    const byte = (bit >>> 5) * 4;
    const shift = bit & 31;
    let value = this.#bytes.getUint32(byte, true) >>> shift;
    if (shift + this.#bits > 32) value |= this.#bytes.getUint32(byte + 4, true) << (32 - shift);
    return (value & this.#mask) >>> 0;
  }

  /** All values. */
  *[Symbol.iterator](): Generator<number> {
    for (let index = 0; index < this.length; index++) yield this.at(index);
  }

  /**
   * The first index at which an ascending column contains `value` or more, among the indexes from `from` up to but not
   * including `end`; `end` if there is none.
   */
  lowerBound(value: number, from = 0, end = this.length): number {
    let low = from;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Packs values from 0 to 2^32 - 1. */
export function packColumn(values: ArrayLike<number>): Uint32Array {
  let max = 1;
  for (let index = 0; index < values.length; index++) if (values[index]! > max) max = values[index]!;
  const bits = 32 - Math.clz32(max);
  const totalBits = values.length * bits;
  if (max > 0xffffffff || totalBits > 0xffffffff)
    throw new RangeError('a packed column holds at most 2^32 bits of numbers below 2^32');
  const words = new Uint32Array(HEAD_WORDS + Math.ceil(totalBits / 32) + 1);
  words[0] = bits;
  words[1] = values.length;
  for (let index = 0; index < values.length; index++) {
    const bit = index * bits;
    const word = HEAD_WORDS + (bit >>> 5);
    const shift = bit & 31;
    words[word]! |= values[index]! << shift;
    if (shift + bits > 32) words[word + 1]! |= values[index]! >>> (32 - shift);
  }
  return words;
}

function maskOf(bits: number): number {
  return bits === 32 ? -1 : (1 << bits) - 1;
}
