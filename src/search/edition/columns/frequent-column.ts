// A column of whole numbers, most of which are among a few frequent values: frequent values have short codes, rare ones
// are stored in a separate list.
//
//   word 0   number of frequent values
//   word 1   offset of the rare documents, in words from the beginning
//   word 2   offset of the rare values
//   word 3.. the frequent values, the most frequent first
//   then     packed columns: for each document the index of its value among the frequent ones, or one code after
//            them for a rare value; the documents of rare values, ascending; their values
import { PackedColumn, packColumn } from './packed-column.ts';

const HEAD_WORDS = 3;
/** The maximum number of bits of a code. */
const CODE_BITS_MAX = 16;

/** A frequent column as stored in an edition. */
export class FrequentColumn {
  readonly #frequent: Uint32Array;
  readonly #codes: PackedColumn;
  readonly #rareDocs: PackedColumn;
  readonly #rareValues: PackedColumn;

  constructor(words: Uint32Array) {
    const codesStart = HEAD_WORDS + words[0]!;
    this.#frequent = words.subarray(HEAD_WORDS, codesStart);
    this.#codes = new PackedColumn(words.subarray(codesStart));
    this.#rareDocs = new PackedColumn(words.subarray(words[1]!));
    this.#rareValues = new PackedColumn(words.subarray(words[2]!));
  }

  /** The value at `index`, which must be below the length. */
  at(index: number): number {
    const code = this.#codes.at(index);
    return code < this.#frequent.length ? this.#frequent[code]! : this.#rareValues.at(this.#rareDocs.lowerBound(index));
  }
}

/** Packs values from 0 to some hundred thousand; chooses the number of frequent values that minimizes the size. */
export function packFrequent(values: Uint32Array): Uint32Array {
  const frequent = frequentValues(values);
  const codeOf = new Uint32Array(values.reduce((most, value) => Math.max(most, value), 0) + 1).fill(frequent.length);
  frequent.forEach((value, code) => {
    codeOf[value] = code;
  });
  const codes = values.map((value) => codeOf[value]!);
  const rareDocs: number[] = [];
  codes.forEach((code, index) => {
    if (code === frequent.length) rareDocs.push(index);
  });
  const columns = [codes, rareDocs, rareDocs.map((index) => values[index]!)].map((column) => packColumn(column));
  const starts = columns.map((_, nth) =>
    columns.slice(0, nth).reduce((start, column) => start + column.length, HEAD_WORDS + frequent.length),
  );
  const words = new Uint32Array(columns.reduce((length, column) => length + column.length, starts[0]!));
  words.set([frequent.length, ...starts.slice(1), ...frequent]);
  columns.forEach((column, nth) => {
    words.set(column, starts[nth]);
  });
  return words;
}

/**
 * The values that get codes: one fewer than the number of codes of this width, because the last code marks rare values.
 */
function frequentValues(values: Uint32Array): number[] {
  const counts = new Uint32Array(values.reduce((most, value) => Math.max(most, value), 0) + 1);
  for (const value of values) counts[value]!++;
  const present: number[] = [];
  for (let value = 0; value < counts.length; value++) if (counts[value]! > 0) present.push(value);
  present.sort((left, right) => counts[right]! - counts[left]! || left - right);
  const rareBits = bitsOf(values.length) + bitsOf(counts.length);
  let smallest = { bits: Infinity, count: 0 };
  let rare = values.length;
  for (let codeBits = 1, taken = 0; codeBits <= CODE_BITS_MAX; codeBits++) {
    for (; taken < Math.min(2 ** codeBits - 1, present.length); taken++) rare -= counts[present[taken]!]!;
    const bits = values.length * codeBits + rare * rareBits;
    if (bits < smallest.bits) smallest = { bits, count: taken };
  }
  return present.slice(0, smallest.count);
}

function bitsOf(count: number): number {
  return 32 - Math.clz32(count);
}
