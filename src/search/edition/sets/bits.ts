// Bitsets of one block: bit i & 31 of word i >> 5 represents document i of the block.

/** The number of set bits in a word. */
export function popcountOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The lowest set bit of a word, which must not be 0. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** The number of set bits. */
export function popcount(bits: Uint32Array): number {
  let count = 0;
  for (let index = 0; index < bits.length; index++) if (bits[index] !== 0) count += popcountOf(bits[index]!);
  return count;
}

/** The number of set bits in `start` <= bit < `end`. */
export function popcountIn(bits: Uint32Array, start: number, end: number): number {
  if (start >= end) return 0;
  const first = start >>> 5;
  const last = (end - 1) >>> 5;
  const firstMask = -1 << (start & 31);
  const lastMask = -1 >>> (31 - ((end - 1) & 31));
  if (first === last) return popcountOf(bits[first]! & firstMask & lastMask);
  let count = popcountOf(bits[first]! & firstMask) + popcountOf(bits[last]! & lastMask);
  for (let index = first + 1; index < last; index++) count += popcountOf(bits[index]!);
  return count;
}

/** The first set bit at or after `from`; -1 if there is none. */
export function nextBit(bits: Uint32Array, from: number): number {
  let index = from >>> 5;
  if (index >= bits.length) return -1;
  let word = bits[index]! & (-1 << (from & 31));
  while (word === 0) {
    index++;
    if (index >= bits.length) return -1;
    word = bits[index]!;
  }
  return index * 32 + lowestBit(word);
}

/** The first bit at or after `from` that is not set; -1 if there is none. */
export function nextZero(bits: Uint32Array, from: number): number {
  let index = from >>> 5;
  if (index >= bits.length) return -1;
  let word = ~bits[index]! & (-1 << (from & 31));
  while (word === 0) {
    index++;
    if (index >= bits.length) return -1;
    word = ~bits[index]!;
  }
  return index * 32 + lowestBit(word);
}

/** True if the bit is set. */
export function hasBit(bits: Uint32Array, bit: number): boolean {
  return ((bits[bit >>> 5]! >>> (bit & 31)) & 1) === 1;
}

/** Sets the bits in `start` <= bit < `end`. */
export function setRange(bits: Uint32Array, start: number, end: number): void {
  if (start >= end) return;
  const first = start >>> 5;
  const last = (end - 1) >>> 5;
  const firstMask = -1 << (start & 31);
  const lastMask = -1 >>> (31 - ((end - 1) & 31));
  if (first === last) {
    bits[first]! |= firstMask & lastMask;
    return;
  }
  bits[first]! |= firstMask;
  bits.fill(0xffffffff, first + 1, last);
  bits[last]! |= lastMask;
}

/** Sets a bit. */
export function setBit(bits: Uint32Array, bit: number): void {
  bits[bit >>> 5]! |= 1 << (bit & 31);
}

/** Sets the bits given by the first `count` numbers of `list`. */
export function setBits(bits: Uint32Array, list: Uint16Array, count: number): void {
  for (let index = 0; index < count; index++) setBit(bits, list[index]!);
}

/** Writes the set bits in the words `first` <= word < `end` to `list`, ascending; returns their number. */
export function listBits(
  bits: Uint32Array,
  { first, end }: { readonly first: number; readonly end: number },
  list: Uint16Array,
): number {
  let count = 0;
  for (let index = first; index < end; index++) {
    for (let word = bits[index]!; word !== 0; word &= word - 1) list[count++] = index * 32 + lowestBit(word);
  }
  return count;
}
