// A lazily evaluated, memoized set, for queries that read the same documents repeatedly. Each step is evaluated at most
// once.
import { hasBit, nextBit, nextZero } from './bits.ts';
import type { Blocks, DocSet } from './doc-set.ts';

/** A step is 256 words of the bitset. Smaller steps would start more often in the middle of containers. */
const STEP_BITS_MAX = 13;

export class MemoizedSet {
  readonly #blocks: Blocks;
  readonly #set: DocSet;
  readonly #evaluated: (Uint32Array | undefined)[] = [];
  /** Binary logarithm of the number of documents in a step. */
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

  /** The first member in `from` <= doc < `end`; -1 if there is none. */
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

  /** The first document at or after `from` that is not a member; at most `end`. */
  nextAbsent(from: number, end: number): number {
    // Most searches find few companies, so the next one usually is no member.
    if (from >= end || !this.has(from)) return from;
    for (let doc = from + 1; doc < end; ) {
      const step = this.#stepOf(doc);
      const start = this.#startOf(step);
      const bit = nextZero(this.#bitsOf(step), doc - start);
      if (bit >= 0) return Math.min(start + bit, end);
      doc = this.#endOf(step);
    }
    return end;
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
