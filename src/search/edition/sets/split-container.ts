// Elias-Fano encoding of the numbers of a block: the high bits in unary, followed by the packed low bits. It takes 2 +
// log2(block / count) bits for each number. This is half of a list of 16-bit numbers for words that are common, but not
// in every other text.
//
//   high part   for each value of the high bits, ascending: a 1 for each number that has it, then a 0; padded to a word
//   low part    the low bits of each number, packed from the lowest bit of each word up, crossing words; padded to a
//               word
//
// Low bits are read as four bytes, so a word must follow the last container of a stream. The number of low bits is
// chosen so that the high bits have at least as many values as there are numbers, and less than twice as many.
import { popcountOf } from './bits.ts';
import type { Span } from './doc-set.ts';

/** The location of a split container, its number of members and the size of its block. */
interface SplitPlace {
  readonly words: Uint32Array;
  /** The same memory as bytes. */
  readonly bytes: DataView;
  readonly start: number;
  readonly count: number;
  readonly blockBits: number;
}

/** The length of a split container in words. */
export function splitWords(count: number, blockBits: number): number {
  return highWords(count) + Math.ceil((count * lowBitsOf(count, blockBits)) / 32);
}

/** Encodes the documents of a block, which must be ascending. */
export function splitContent(docs: Uint32Array, blockBits: number): Uint32Array {
  const content = new Uint32Array(splitWords(docs.length, blockBits));
  const lowBits = lowBitsOf(docs.length, blockBits);
  const lows = highWords(docs.length);
  const mask = 2 ** blockBits - 1;
  for (let index = 0; index < docs.length; index++) {
    const number = docs[index]! & mask;
    const one = (number >>> lowBits) + index;
    content[one >>> 5]! |= 1 << (one & 31);
    const low = number & ((1 << lowBits) - 1);
    const bit = index * lowBits;
    const word = lows + (bit >>> 5);
    content[word]! |= low << (bit & 31);
    if ((bit & 31) + lowBits > 32) content[word + 1]! |= low >>> (32 - (bit & 31));
  }
  return content;
}

/** Sets the bits of a container's numbers in the span. */
export function addSplit(place: SplitPlace, span: Pick<Span, 'first' | 'end'>, bits: Uint32Array): void {
  if (span.first === 0 && span.end * 32 >= 2 ** place.blockBits) addAll(place, bits);
  else addPart(place, span, bits);
}

function addPart(place: SplitPlace, span: Pick<Span, 'first' | 'end'>, bits: Uint32Array): void {
  const { words, bytes, start, count } = place;
  const { bits: lowBits, start: lows, mask } = lowsOf(place);
  let { word, ones, index } = entryOf(place, span.first * 32, lowBits);
  const from = span.first * 32;
  const limit = span.end * 32;
  const firstByte = lows * 4;
  for (; index < count; ones = words[++word]!) {
    const base = (word - start) * 32 + 31;
    for (; ones !== 0; ones &= ones - 1) {
      const bit = index * lowBits;
      const low = (bytes.getUint32(firstByte + (bit >>> 3), true) >>> (bit & 7)) & mask;
      const number = ((base - Math.clz32(ones & -ones) - index) << lowBits) | low;
      index++;
      if (number < from) continue;
      if (number >= limit) return;
      bits[number >>> 5]! |= 1 << (number & 31);
    }
  }
}

/** Sets the bits of all numbers. Without the bounds of `addPart`, the loop takes four fifths of its time. */
function addAll(place: SplitPlace, bits: Uint32Array): void {
  const { words, bytes, count } = place;
  const { bits: lowBits, start: lows, mask } = lowsOf(place);
  const firstByte = lows * 4;
  let word = place.start;
  let bit = 0;
  for (let index = 0, base = 31; index < count; word++, base += 32) {
    for (let ones = words[word]!; ones !== 0; ones &= ones - 1) {
      const low = (bytes.getUint32(firstByte + (bit >>> 3), true) >>> (bit & 7)) & mask;
      const number = ((base - Math.clz32(ones & -ones) - index) << lowBits) | low;
      bits[number >>> 5]! |= 1 << (number & 31);
      bit += lowBits;
      index++;
    }
  }
}

/**
 * Writes the numbers of a container in the span to `list`; returns their number. Duplicates the loop of `addPart` for
 * speed.
 */
export function listSplit(place: SplitPlace, span: Pick<Span, 'first' | 'end'>, list: Uint16Array): number {
  const { words, bytes, start, count } = place;
  const { bits: lowBits, start: lows, mask } = lowsOf(place);
  let { word, ones, index } = entryOf(place, span.first * 32, lowBits);
  const from = span.first * 32;
  const limit = span.end * 32;
  const firstByte = lows * 4;
  let listed = 0;
  for (; index < count; ones = words[++word]!) {
    const base = (word - start) * 32 + 31;
    for (; ones !== 0; ones &= ones - 1) {
      const bit = index * lowBits;
      const low = (bytes.getUint32(firstByte + (bit >>> 3), true) >>> (bit & 7)) & mask;
      const number = ((base - Math.clz32(ones & -ones) - index) << lowBits) | low;
      index++;
      if (number < from) continue;
      if (number >= limit) return listed;
      list[listed++] = number;
    }
  }
  return listed;
}

/** All numbers of a container, for a block of up to 2^31 documents. */
export function readSplit(place: SplitPlace): Uint32Array {
  const { words, start, count } = place;
  const lows = lowsOf(place);
  const numbers = new Uint32Array(count);
  for (let index = 0, word = start; index < count; word++) {
    const base = (word - start) * 32 + 31;
    for (let ones = words[word]!; ones !== 0; ones &= ones - 1, index++)
      numbers[index] = ((base - Math.clz32(ones & -ones) - index) << lows.bits) | lowAt(lows, index);
  }
  return numbers;
}

/** The start of a scan that skips most numbers below `from`: the first number with the high bits of `from`. */
function entryOf(place: SplitPlace, from: number, lowBits: number): { word: number; ones: number; index: number } {
  const high = from >>> lowBits;
  const bit = high === 0 ? 0 : behindZero(place, high);
  const word = place.start + (bit >>> 5);
  return { word, ones: place.words[word]! & (-1 << (bit & 31)), index: bit - high };
}

/** Keeps the candidates that a container contains, in one scan of its high part. */
export function retainSplit(place: SplitPlace, list: Uint16Array, count: number): number {
  const { words, start } = place;
  const lows = lowsOf(place);
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
    for (let bit = (word - start) * 32 + behindZeroOf(words[word]!, high - zeros); isOne(place, bit); bit++) {
      if (lowAt(lows, bit - high) === low) {
        list[kept++] = number;
        break;
      }
    }
  }
  return kept;
}

/** True if a container contains a number. */
export function splitHas(place: SplitPlace, number: number): boolean {
  const lows = lowsOf(place);
  const high = number >>> lows.bits;
  const low = number & lows.mask;
  for (let bit = behindZero(place, high); isOne(place, bit); bit++) {
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

function lowsOf({ words, start, count, blockBits }: SplitPlace): Lows {
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

function isOne({ words, start }: SplitPlace, bit: number): boolean {
  return ((words[start + (bit >>> 5)]! >>> (bit & 31)) & 1) === 1;
}

/** The bit of the high part that follows zero number `zeros`, counted from 1; bit 0 if `zeros` is 0. */
function behindZero({ words, start }: SplitPlace, zeros: number): number {
  let left = zeros;
  let word = start;
  for (let inWord = 32 - popcountOf(words[word]!); inWord < left; inWord = 32 - popcountOf(words[word]!)) {
    left -= inWord;
    word++;
  }
  return (word - start) * 32 + behindZeroOf(words[word]!, left);
}

/** The bit that follows zero number `zeros` in a word. The word must have that many zeros. */
function behindZeroOf(word: number, zeros: number): number {
  let rest = ~word;
  let bit = 0;
  for (let left = zeros; left > 0; left--) {
    bit = 32 - Math.clz32(rest & -rest);
    rest &= rest - 1;
  }
  return bit;
}
