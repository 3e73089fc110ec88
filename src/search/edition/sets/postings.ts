// Posting lists as sets, read in place from the stream of postings. terms/write-postings.ts describes the format.

import { lowerBound } from '../columns/lower-bound.ts';
import {
  ARRAY,
  BITS,
  CONTAINER_WORDS,
  ELIAS_FANO,
  KIND_SHIFT,
  OFFSET_MASK,
  RARE_BITS_SHIFT,
  RARE_COUNT_SHIFT,
  RUNS,
  TERM_HEAD_WORDS,
} from '../terms/write-postings.ts';
import { setBit } from './bits.ts';
import {
  addArray,
  addRuns,
  arrayHas,
  type ContainerRef,
  listArray,
  retainArray,
  retainRuns,
  runsHave,
} from './containers.ts';
import { BitwiseSet, type Blocks, type DocSet, retainBits, type Span } from './doc-set.ts';
import { addEliasFano, decodeEliasFano, eliasFanoHas, listEliasFano, retainEliasFano } from './elias-fano.ts';

/** The posting lists of all terms, as stored in an edition. */
export class Postings {
  readonly words: Uint32Array;
  /** The same memory as 16-bit numbers. */
  readonly halves: Uint16Array;
  /** The same memory as bytes. */
  readonly bytes: DataView;

  constructor(words: Uint32Array) {
    this.words = words;
    this.bytes = new DataView(words.buffer, words.byteOffset, words.byteLength);
    this.halves = new Uint16Array(words.buffer, words.byteOffset, words.length * 2);
  }

  /** The posting list at word `start`. */
  at(start: number, blocks: Blocks): DocSet {
    const isRare = (this.words[start]! & 1) === 1;
    if (isRare) return new RarePostingList(blocks, this.#rareDocs(start));
    return new PostingList(blocks, this, start);
  }

  #rareDocs(start: number): Uint32Array {
    const { words, bytes } = this;
    const count = (words[start]! & (2 ** RARE_BITS_SHIFT - 1)) >>> RARE_COUNT_SHIFT;
    const blockBits = words[start]! >>> RARE_BITS_SHIFT;
    if (blockBits === 0) return words.subarray(start + 1, start + 1 + count);
    return decodeEliasFano({ words, bytes, start: start + 1, count, blockBits });
  }
}

/** The posting list of a rare term: a sorted list of documents. */
class RarePostingList extends BitwiseSet {
  readonly estimate: number;
  readonly probesPerBlock = 16;
  readonly #docs: Uint32Array;

  constructor(blocks: Blocks, docs: Uint32Array) {
    super(blocks);
    this.#docs = docs;
    this.estimate = docs.length;
  }

  nextBlock(block: number): number {
    const doc = this.#docs[lowerBound(this.#docs, this.blocks.start(block))];
    return doc === undefined ? this.blocks.count : this.blocks.of(doc);
  }

  countIn(block: number): number {
    return lowerBound(this.#docs, this.blocks.end(block)) - lowerBound(this.#docs, this.blocks.start(block));
  }

  addTo({ block, first, end }: Span, bits: Uint32Array): void {
    const start = this.blocks.start(block);
    const docs = this.#docs;
    for (let index = lowerBound(docs, start + first * 32); index < docs.length; index++) {
      const bit = docs[index]! - start;
      if (bit >= end * 32) break;
      setBit(bits, bit);
    }
  }

  override listIn({ block, first, end }: Span, list: Uint16Array): number {
    const start = this.blocks.start(block);
    const docs = this.#docs;
    let count = 0;
    for (let index = lowerBound(docs, start + first * 32); index < docs.length; index++) {
      const number = docs[index]! - start;
      if (number >= end * 32) break;
      list[count++] = number;
    }
    return count;
  }

  override retain(block: number, list: Uint16Array, count: number): number {
    const start = this.blocks.start(block);
    const docs = this.#docs;
    let kept = 0;
    let docIndex = lowerBound(docs, start);
    for (let index = 0; index < count; index++) {
      const doc = start + list[index]!;
      while (docIndex < docs.length && docs[docIndex]! < doc) docIndex++;
      if (docs[docIndex] === doc) list[kept++] = list[index]!;
    }
    return kept;
  }

  has(doc: number): boolean {
    return this.#docs[lowerBound(this.#docs, doc)] === doc;
  }
}

/** The posting list of any other term: a container for each block with a document. */
class PostingList extends BitwiseSet {
  readonly estimate: number;
  readonly probesPerBlock: number;
  readonly #words: Uint32Array;
  readonly #start: number;
  readonly #containerCount: number;
  /** The container of `#block`; without members if the list has none there. */
  readonly #container: ContainerRef;
  #kind = ARRAY;
  #block = -1;

  constructor(blocks: Blocks, postings: Postings, start: number) {
    super(blocks);
    this.#words = postings.words;
    this.#start = start;
    this.#containerCount = this.#words[start]! >>> 1;
    this.estimate = this.#words[start + 1]!;
    this.probesPerBlock = blocks.words / 2;
    this.#container = {
      words: postings.words,
      halves: postings.halves,
      bytes: postings.bytes,
      start: 0,
      count: 0,
      blockBits: blocks.blockBits,
    };
  }

  nextBlock(block: number): number {
    const index = this.#firstContainer(block);
    return index < this.#containerCount ? this.#blockOf(index) : this.blocks.count;
  }

  countIn(block: number): number {
    return this.#find(block) ? this.#container.count : 0;
  }

  addTo(span: Span, bits: Uint32Array): void {
    if (!this.#find(span.block)) return;
    const container = this.#container;
    const kind = this.#kind;
    if (kind === BITS) {
      const { words, start } = container;
      for (let word = span.first; word < span.end; word++) bits[word]! |= words[start + word]!;
    } else if (kind === ARRAY) addArray(container, span, bits);
    else if (kind === RUNS) addRuns(container, span, bits);
    else addEliasFano(container, span, bits);
  }

  override keepIn(span: Span, bits: Uint32Array): number {
    if (!this.#find(span.block)) {
      bits.fill(0, span.first, span.end);
      return 0;
    }
    if (this.#kind !== BITS) return super.keepIn(span, bits);
    const { words, start } = this.#container;
    let filled = 0;
    for (let word = span.first; word < span.end; word++) {
      const kept = bits[word]! & words[start + word]!;
      bits[word] = kept;
      if (kept !== 0) filled++;
    }
    return filled;
  }

  override listIn(span: Span, list: Uint16Array): number {
    if (!this.#find(span.block)) return 0;
    const container = this.#container;
    const kind = this.#kind;
    if (kind === ARRAY) return listArray(container, span, list);
    if (kind === ELIAS_FANO) return listEliasFano(container, span, list);
    return super.listIn(span, list);
  }

  override retain(block: number, list: Uint16Array, count: number): number {
    if (!this.#find(block)) return 0;
    const container = this.#container;
    const kind = this.#kind;
    if (kind === BITS) return retainBits(container.words, container.start, { list, count });
    if (kind === ARRAY) return retainArray(container, list, count);
    if (kind === RUNS) return retainRuns(container, list, count);
    // Decoding all numbers takes about as long as looking up a sixth of that number.
    return count > 32 + container.count / 6
      ? super.retain(block, list, count)
      : retainEliasFano(container, list, count);
  }

  has(doc: number): boolean {
    const block = this.blocks.of(doc);
    if (!this.#find(block)) return false;
    const container = this.#container;
    const kind = this.#kind;
    const number = doc - this.blocks.start(block);
    if (kind === BITS) return ((this.#words[container.start + (number >>> 5)]! >>> (number & 31)) & 1) === 1;
    if (kind === ARRAY) return arrayHas(container, number);
    return kind === RUNS ? runsHave(container, number) : eliasFanoHas(container, number);
  }

  /** Moves `#container` to the container of a block; false if the list has none there. */
  #find(block: number): boolean {
    const container = this.#container;
    if (block === this.#block) return container.count > 0;
    this.#block = block;
    const index = this.#firstContainer(block);
    if (index === this.#containerCount || this.#blockOf(index) !== block) {
      container.count = 0;
      return false;
    }
    const head = this.#start + TERM_HEAD_WORDS + index * CONTAINER_WORDS;
    const pointer = this.#words[head + 1]!;
    this.#kind = pointer >>> KIND_SHIFT;
    container.start = this.#start + (pointer & OFFSET_MASK);
    container.count = (this.#words[head]! & 0xffff) + 1;
    return true;
  }

  /**
   * The index of the first container of `block` or of a later block. Most queried terms have a container for every
   * block.
   */
  #firstContainer(block: number): number {
    if (block < this.#containerCount && this.#blockOf(block) === block) return block;
    let low = 0;
    let high = Math.min(block, this.#containerCount);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#blockOf(middle) < block) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The block of the container at an index. */
  #blockOf(index: number): number {
    return this.#words[this.#start + TERM_HEAD_WORDS + index * CONTAINER_WORDS]! >>> 16;
  }
}
