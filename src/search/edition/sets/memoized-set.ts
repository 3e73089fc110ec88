// A set that is evaluated at most once, and only where it is asked: for queries that come back to the same places.
import { hasBit, nextBit } from './bits.ts';
import type { Blocks, DocSet } from './doc-set.ts';

/** 256 words of the bitset are evaluated at a time: fewer cost more beginnings in the middle of containers. */
const STEP_BITS_MAX = 13;

export class Remembered {
  readonly #blocks: Blocks;
  readonly #set: DocSet;
  readonly #evaluated: (Uint32Array | undefined)[] = [];
  /** Binary logarithm of the documents that are evaluated at a time. */
  readonly #stepBits: number;
  readonly #stepSize: number;

  constructor(blocks: Blocks, set: DocSet) {
    this.#blocks = blocks;
    this.#set = set;
    this.#stepBits = Math.min(STEP_BITS_MAX, blocks.blockBits);
    this.#stepSize = 2 ** this.#stepBits;
  }

  has(doc: number): boolean {
    const step = this.#stepOf(doc);
    return hasBit(this.#bitsOf(step), doc - this.#startOf(step));
  }

  /** The first member at `from` or behind it and before `end`; -1 where there is none. */
  next(from: number, end: number): number {
    let doc = from;
    while (doc < end) {
      const step = this.#stepOf(doc);
      const start = this.#startOf(step);
      const bit = nextBit(this.#bitsOf(step), doc - start);
      if (bit >= 0) return start + bit < end ? start + bit : -1;
      doc = this.#endOf(step);
      if (doc < end && this.#evaluated[this.#stepOf(doc)] === undefined) {
        const block = this.#set.nextBlock(this.#blocks.of(doc));
        doc = Math.max(doc, this.#blocks.start(block));
      }
    }
    return -1;
  }

  /** The first at `from` or behind it that is no member; at most `end`. */
  nextAbsent(from: number, end: number): number {
    let doc = from;
    while (doc < end && this.has(doc)) doc++;
    return doc;
  }

  #stepOf(doc: number): number {
    return doc >>> this.#stepBits;
  }

  #startOf(step: number): number {
    return step * this.#stepSize;
  }

  #endOf(step: number): number {
    return this.#startOf(step + 1);
  }

  #bitsOf(step: number): Uint32Array {
    const known = this.#evaluated[step];
    if (known) return known;
    const block = this.#blocks.of(this.#startOf(step));
    const first = (this.#startOf(step) - this.#blocks.start(block)) >>> 5;
    const end = first + (this.#stepSize >>> 5);
    const bits = this.#blocks.takeBits().fill(0, first, end);
    this.#set.addTo({ block, first, end }, bits);
    const found = bits.slice(first, end);
    this.#blocks.giveBits(bits);
    this.#evaluated[step] = found;
    return found;
  }
}
