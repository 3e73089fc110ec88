// A set that is evaluated at most once, and only where it is asked: for queries that come back to the same places.
import { hasBit, nextBit } from './bits.ts';
import type { Blocks, DocSet } from './doc-set.ts';

/** Words of the bitset that are evaluated at a time. */
const STEP_WORDS = 64;

export class Remembered {
  private readonly blocks: Blocks;
  private readonly set: DocSet;
  private readonly evaluated: (Uint32Array | undefined)[] = [];
  private readonly stepsPerBlock: number;

  constructor(blocks: Blocks, set: DocSet) {
    this.blocks = blocks;
    this.set = set;
    this.stepsPerBlock = Math.ceil(blocks.words / STEP_WORDS);
  }

  has(doc: number): boolean {
    const step = this.stepOf(doc);
    return hasBit(this.bitsOf(step), doc - this.startOf(step));
  }

  /** The first member at `from` or behind it and before `end`; -1 where there is none. */
  next(from: number, end: number): number {
    let doc = from;
    while (doc < end) {
      const block = this.set.nextBlock(this.blocks.of(doc));
      if (block >= this.blocks.count) return -1;
      doc = Math.max(doc, this.blocks.start(block));
      const blockEnd = Math.min(end, this.blocks.end(block));
      while (doc < blockEnd) {
        const step = this.stepOf(doc);
        const start = this.startOf(step);
        const bit = nextBit(this.bitsOf(step), doc - start);
        if (bit >= 0) return start + bit < end ? start + bit : -1;
        doc = this.endOf(step);
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

  private stepOf(doc: number): number {
    const block = this.blocks.of(doc);
    return block * this.stepsPerBlock + Math.floor((doc - this.blocks.start(block)) / (STEP_WORDS * 32));
  }

  private startOf(step: number): number {
    const block = Math.floor(step / this.stepsPerBlock);
    return this.blocks.start(block) + (step - block * this.stepsPerBlock) * STEP_WORDS * 32;
  }

  private endOf(step: number): number {
    const block = Math.floor(step / this.stepsPerBlock);
    return Math.min(this.startOf(step) + STEP_WORDS * 32, this.blocks.start(block + 1));
  }

  private bitsOf(step: number): Uint32Array {
    const known = this.evaluated[step];
    if (known) return known;
    const block = Math.floor(step / this.stepsPerBlock);
    const first = (step - block * this.stepsPerBlock) * STEP_WORDS;
    const end = Math.min(first + STEP_WORDS, this.blocks.words);
    const bits = this.blocks.takeBits().fill(0, first, end);
    this.set.addTo({ block, first, end }, bits);
    const found = bits.slice(first, end);
    this.blocks.giveBits(bits);
    this.evaluated[step] = found;
    return found;
  }
}
