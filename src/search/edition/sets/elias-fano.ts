// Elias-Fano encoding of the ascending numbers of a block: the high bits in unary, then the packed low bits. It takes 2
// + log2(block / count) bits for each number, which is half of a list of 16-bit numbers for words that are common, but
// not in every other text.
//
//   high part   for each value of the high bits, ascending: a 1 for each number that has it, then a 0; padded to a word
//   low part    the low bits of each number, packed from the lowest bit of each word up, crossing words; padded to a
//               word
//
// Number i has its 1 at bit `high + i` of the high part, so its high bits are the number of zeros before this 1. Low
// bits are read as four bytes, so a word must follow the last container of a stream. The number of low bits is chosen
// so that the high bits have at least as many values as there are numbers, and less than twice as many.
import { lowestBit, popcountOf, setBit } from './bits.ts';
import type { Span } from './doc-set.ts';

/** An encoded container in a stream of words. */
interface EliasFanoRef {
  readonly words: Uint32Array;
  /** The same memory as bytes. */
  readonly bytes: DataView;
  /** The first word of the container. */
  readonly start: number;
  /** The number of numbers, at least 1. */
  readonly count: number;
  /** Binary logarithm of the size of the block: numbers are below 2^blockBits. */
  readonly blockBits: number;
}

/** The length of a container of `count` numbers, in words. */
export function eliasFanoWords(count: number, blockBits: number): number {
  return highWords(count) + Math.ceil((count * lowBitsOf(count, blockBits)) / 32);
}

/** Encodes the documents of one block, ascending, by the lowest `blockBits` bits of each. */
export function encodeEliasFano(docs: Uint32Array, blockBits: number): Uint32Array {
  const content = new Uint32Array(eliasFanoWords(docs.length, blockBits));
  const lowBits = lowBitsOf(docs.length, blockBits);
  const lows = highWords(docs.length);
  const mask = 2 ** blockBits - 1;
  for (let index = 0; index < docs.length; index++) {
    const number = docs[index]! & mask;
    const one = (number >>> lowBits) + index;
    setBit(content, one);
    const low = number & ((1 << lowBits) - 1);
    const bit = index * lowBits;
    const word = lows + (bit >>> 5);
    content[word]! |= low << (bit & 31);
    if ((bit & 31) + lowBits > 32) content[word + 1]! |= low >>> (32 - (bit & 31));
  }
  return content;
}

/** Sets the bits of a container's numbers in the span. */
export function addEliasFano(ref: EliasFanoRef, span: Pick<Span, 'first' | 'end'>, bits: Uint32Array): void {
  if (span.first === 0 && span.end * 32 >= 2 ** ref.blockBits) addAll(ref, bits);
  else addSpan(ref, span, bits);
}

function addSpan(ref: EliasFanoRef, span: Pick<Span, 'first' | 'end'>, bits: Uint32Array): void {
  const { words, bytes, start, count } = ref;
  const { bits: lowBits, start: lows, mask } = lowsOf(ref);
  let { word, ones, index } = entryOf(ref, span.first * 32, lowBits);
  const from = span.first * 32;
  const limit = span.end * 32;
  const firstByte = lows * 4;
  for (; index < count; ones = words[++word]!) {
    const base = (word - start) * 32;
    for (; ones !== 0; ones &= ones - 1) {
      const bit = index * lowBits;
      const low = (bytes.getUint32(firstByte + (bit >>> 3), true) >>> (bit & 7)) & mask;
      const number = ((base + lowestBit(ones) - index) << lowBits) | low;
      index++;
      if (number < from) continue;
      if (number >= limit) return;
      setBit(bits, number);
    }
  }
}

/** Sets the bits of all numbers. Without the bounds of `addSpan`, the loop takes four fifths of its time. */
function addAll(ref: EliasFanoRef, bits: Uint32Array): void {
  const { words, bytes, count } = ref;
  const { bits: lowBits, start: lows, mask } = lowsOf(ref);
  const firstByte = lows * 4;
  let word = ref.start;
  let bit = 0;
  for (let index = 0, base = 0; index < count; word++, base += 32) {
    for (let ones = words[word]!; ones !== 0; ones &= ones - 1) {
      const low = (bytes.getUint32(firstByte + (bit >>> 3), true) >>> (bit & 7)) & mask;
      const number = ((base + lowestBit(ones) - index) << lowBits) | low;
      setBit(bits, number);
      bit += lowBits;
      index++;
    }
  }
}

/**
 * Writes the numbers of a container in the span to `list`; returns their number. Duplicates the loop of `addSpan` for
 * speed.
 */
export function listEliasFano(ref: EliasFanoRef, span: Pick<Span, 'first' | 'end'>, list: Uint16Array): number {
  const { words, bytes, start, count } = ref;
  const { bits: lowBits, start: lows, mask } = lowsOf(ref);
  let { word, ones, index } = entryOf(ref, span.first * 32, lowBits);
  const from = span.first * 32;
  const limit = span.end * 32;
  const firstByte = lows * 4;
  let listed = 0;
  for (; index < count; ones = words[++word]!) {
    const base = (word - start) * 32;
    for (; ones !== 0; ones &= ones - 1) {
      const bit = index * lowBits;
      const low = (bytes.getUint32(firstByte + (bit >>> 3), true) >>> (bit & 7)) & mask;
      const number = ((base + lowestBit(ones) - index) << lowBits) | low;
      index++;
      if (number < from) continue;
      if (number >= limit) return listed;
      list[listed++] = number;
    }
  }
  return listed;
}

/** All numbers of a container, for a block of up to 2^31 documents. */
export function decodeEliasFano(ref: EliasFanoRef): Uint32Array {
  const { words, start, count } = ref;
  const lows = lowsOf(ref);
  const numbers = new Uint32Array(count);
  for (let index = 0, word = start; index < count; word++) {
    const base = (word - start) * 32;
    for (let ones = words[word]!; ones !== 0; ones &= ones - 1, index++)
      numbers[index] = ((base + lowestBit(ones) - index) << lows.bits) | lowAt(lows, index);
  }
  return numbers;
}

/** The start of a scan that skips most numbers below `from`: the first number with the high bits of `from`. */
function entryOf(ref: EliasFanoRef, from: number, lowBits: number): { word: number; ones: number; index: number } {
  const high = from >>> lowBits;
  const bit = high === 0 ? 0 : bitAfterZero(ref, high);
  const word = ref.start + (bit >>> 5);
  return { word, ones: ref.words[word]! & (-1 << (bit & 31)), index: bit - high };
}

/** Keeps the candidates that a container contains, in one scan of its high part. */
export function retainEliasFano(ref: EliasFanoRef, list: Uint16Array, count: number): number {
  const { words, start } = ref;
  const lows = lowsOf(ref);
  let kept = 0;
  let word = start;
  /** The number of zeros before `word`. */
  let zeros = 0;
  let zerosInWord = 32 - popcountOf(words[word]!);
  for (let index = 0; index < count; index++) {
    const number = list[index]!;
    const high = number >>> lows.bits;
    const low = number & lows.mask;
    while (zeros + zerosInWord < high) {
      zeros += zerosInWord;
      word++;
      zerosInWord = 32 - popcountOf(words[word]!);
    }
    for (let bit = (word - start) * 32 + bitAfterZeroIn(words[word]!, high - zeros); isOne(ref, bit); bit++) {
      if (lowAt(lows, bit - high) === low) {
        list[kept++] = number;
        break;
      }
    }
  }
  return kept;
}

/** True if a container contains a number. */
export function eliasFanoHas(ref: EliasFanoRef, number: number): boolean {
  const lows = lowsOf(ref);
  const high = number >>> lows.bits;
  const low = number & lows.mask;
  for (let bit = bitAfterZero(ref, high); isOne(ref, bit); bit++) {
    if (lowAt(lows, bit - high) === low) return true;
  }
  return false;
}

function lowBitsOf(count: number, blockBits: number): number {
  return blockBits - highBitsOf(count);
}

function highBitsOf(count: number): number {
  return 32 - Math.clz32(count - 1);
}

function highWords(count: number): number {
  return Math.ceil((count + 2 ** highBitsOf(count)) / 32);
}

/** The low part of a container. */
interface Lows {
  readonly words: Uint32Array;
  readonly start: number;
  readonly bits: number;
  readonly mask: number;
}

function lowsOf({ words, start, count, blockBits }: EliasFanoRef): Lows {
  const bits = lowBitsOf(count, blockBits);
  return { words, start: start + highWords(count), bits, mask: (1 << bits) - 1 };
}

function lowAt({ words, start, bits, mask }: Lows, index: number): number {
  const bit = index * bits;
  const word = start + (bit >>> 5);
  const shift = bit & 31;
  let low = words[word]! >>> shift;
  if (shift + bits > 32) low |= words[word + 1]! << (32 - shift);
  return low & mask;
}

function isOne({ words, start }: EliasFanoRef, bit: number): boolean {
  return ((words[start + (bit >>> 5)]! >>> (bit & 31)) & 1) === 1;
}

/** The bit of the high part after zero number `zeros`, counted from 1 (select0 plus 1); bit 0 if `zeros` is 0. */
function bitAfterZero({ words, start }: EliasFanoRef, zeros: number): number {
  let left = zeros;
  let word = start;
  for (let inWord = 32 - popcountOf(words[word]!); inWord < left; inWord = 32 - popcountOf(words[word]!)) {
    left -= inWord;
    word++;
  }
  return (word - start) * 32 + bitAfterZeroIn(words[word]!, left);
}

/** The bit after zero number `zeros` of a word, which must have that many zeros. */
function bitAfterZeroIn(word: number, zeros: number): number {
  let rest = ~word;
  let bit = 0;
  for (let left = zeros; left > 0; left--) {
    bit = 32 - Math.clz32(rest & -rest);
    rest &= rest - 1;
  }
  return bit;
}
