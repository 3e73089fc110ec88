// Sets of documents as clauses describe them: never listed in full, only asked block by block or document by document.
// A block is a run of 2^blockBits documents. Sets of terms are postings.ts, sets of an employer's documents staff-set.ts.
import { hasBit, intersect, nextBit, popcount, setRange, unite } from './bits.ts';

/** Some documents of one space. */
export interface DocSet {
  /** About how many documents it holds: the order in which clauses are evaluated. */
  readonly estimate: number;
  /** How many calls of `has` cost about as much as one of `addTo`. */
  readonly probesPerBlock: number;
  /** The first block from `block` on that may hold a member; the number of blocks where none does. */
  nextBlock(block: number): number;
  /** Sets the bits of the block's members and leaves all others as they are. */
  addTo(block: number, bits: Uint32Array): void;
  has(doc: number): boolean;
}

/** The documents of a space, cut into blocks, and the bitsets to work with. One per space of an edition. */
export class Blocks {
  readonly docCount: number;
  readonly count: number;
  readonly blockBits: number;
  private readonly size: number;
  private readonly spare: Uint32Array[] = [];

  constructor(docCount: number, blockBits: number) {
    this.docCount = docCount;
    this.blockBits = blockBits;
    this.size = 2 ** blockBits;
    this.count = Math.ceil(docCount / this.size);
  }

  start(block: number): number {
    return block * this.size;
  }

  /** The end of a block: behind its last document. */
  end(block: number): number {
    return Math.min(this.docCount, this.start(block + 1));
  }

  of(doc: number): number {
    return doc >>> this.blockBits;
  }

  /** A bitset of one block with no bit set; `release` gives it back for the next use. */
  borrow(): Uint32Array {
    const bits = this.spare.pop();
    return bits ? bits.fill(0) : this.newBits();
  }

  release(bits: Uint32Array): void {
    this.spare.push(bits);
  }

  newBits(): Uint32Array {
    return new Uint32Array(this.size >>> 5);
  }
}

/** Documents that are in every one of several sets. */
export class Intersection implements DocSet {
  readonly estimate: number;
  readonly probesPerBlock: number;
  private readonly blocks: Blocks;
  private readonly sets: readonly DocSet[];

  /** `sets` must not be empty. */
  constructor(blocks: Blocks, sets: readonly DocSet[]) {
    this.blocks = blocks;
    this.sets = sets.toSorted((left, right) => left.estimate - right.estimate);
    this.estimate = this.sets[0]!.estimate;
    this.probesPerBlock = this.sets[0]!.probesPerBlock;
  }

  nextBlock(block: number): number {
    let candidate = block;
    for (let agreeing = 0; agreeing < this.sets.length; ) {
      agreeing = 0;
      for (const set of this.sets) {
        const next = set.nextBlock(candidate);
        if (next > candidate) {
          candidate = next;
          break;
        }
        agreeing++;
      }
      if (candidate >= this.blocks.count) return this.blocks.count;
    }
    return candidate;
  }

  addTo(block: number, bits: Uint32Array): void {
    const members = this.blocks.borrow();
    this.sets[0]!.addTo(block, members);
    let left = popcount(members);
    for (let index = 1; index < this.sets.length && left > 0; index++) {
      const set = this.sets[index]!;
      if (left <= set.probesPerBlock) keepMembers(members, set, this.blocks.start(block));
      else this.keepBlock(members, set, block);
      left = popcount(members);
    }
    if (left > 0) unite(bits, members);
    this.blocks.release(members);
  }

  has(doc: number): boolean {
    return this.sets.every((set) => set.has(doc));
  }

  private keepBlock(members: Uint32Array, set: DocSet, block: number): void {
    const others = this.blocks.borrow();
    set.addTo(block, others);
    intersect(members, others);
    this.blocks.release(others);
  }
}

/** Documents that are in at least one of several sets; of none, no document. */
export class Union implements DocSet {
  readonly estimate: number;
  readonly probesPerBlock: number;
  private readonly blocks: Blocks;
  private readonly sets: readonly DocSet[];

  constructor(blocks: Blocks, sets: readonly DocSet[]) {
    this.blocks = blocks;
    this.sets = sets;
    this.estimate = Math.min(
      blocks.docCount,
      sets.reduce((sum, set) => sum + set.estimate, 0),
    );
    this.probesPerBlock = sets.reduce((most, set) => Math.max(most, set.probesPerBlock), 1);
  }

  nextBlock(block: number): number {
    let first = this.blocks.count;
    for (const set of this.sets) {
      first = Math.min(first, set.nextBlock(block));
      if (first === block) break;
    }
    return first;
  }

  addTo(block: number, bits: Uint32Array): void {
    for (const set of this.sets) set.addTo(block, bits);
  }

  has(doc: number): boolean {
    return this.sets.some((set) => set.has(doc));
  }
}

/** Documents of the space that are not in a set. */
export class Complement implements DocSet {
  readonly estimate: number;
  readonly probesPerBlock: number;
  private readonly blocks: Blocks;
  private readonly set: DocSet;

  constructor(blocks: Blocks, set: DocSet) {
    this.blocks = blocks;
    this.set = set;
    this.estimate = blocks.docCount - set.estimate;
    this.probesPerBlock = set.probesPerBlock;
  }

  nextBlock(block: number): number {
    return block;
  }

  addTo(block: number, bits: Uint32Array): void {
    const others = this.blocks.borrow();
    const members = this.blocks.borrow();
    this.set.addTo(block, others);
    setRange(members, 0, this.blocks.end(block) - this.blocks.start(block));
    for (let index = 0; index < bits.length; index++) bits[index]! |= members[index]! & ~others[index]!;
    this.blocks.release(members);
    this.blocks.release(others);
  }

  has(doc: number): boolean {
    return !this.set.has(doc);
  }
}

/** Documents of a set that also pass a test; for what no term can tell. */
export class Verified implements DocSet {
  readonly estimate: number;
  readonly probesPerBlock: number;
  private readonly blocks: Blocks;
  private readonly candidates: DocSet;
  private readonly passes: (doc: number) => boolean;

  constructor(blocks: Blocks, candidates: DocSet, passes: (doc: number) => boolean) {
    this.blocks = blocks;
    this.candidates = candidates;
    this.passes = passes;
    this.estimate = candidates.estimate;
    this.probesPerBlock = Math.max(candidates.probesPerBlock, candidates.estimate / Math.max(1, blocks.count));
  }

  nextBlock(block: number): number {
    return this.candidates.nextBlock(block);
  }

  addTo(block: number, bits: Uint32Array): void {
    const members = this.blocks.borrow();
    const start = this.blocks.start(block);
    this.candidates.addTo(block, members);
    for (let bit = nextBit(members, 0); bit >= 0; bit = nextBit(members, bit + 1)) {
      if (this.passes(start + bit)) bits[bit >>> 5]! |= 1 << (bit & 31);
    }
    this.blocks.release(members);
  }

  has(doc: number): boolean {
    return this.passes(doc) && this.candidates.has(doc);
  }
}

/** A set that is evaluated once per block at most, for queries that come back to the same blocks. */
export class Remembered {
  private readonly blocks: Blocks;
  private readonly set: DocSet;
  private readonly evaluated: (Uint32Array | undefined)[] = [];

  constructor(blocks: Blocks, set: DocSet) {
    this.blocks = blocks;
    this.set = set;
  }

  has(doc: number): boolean {
    return hasBit(this.block(this.blocks.of(doc)), doc - this.blocks.start(this.blocks.of(doc)));
  }

  /** The first member at `from` or behind it and before `end`; -1 where there is none. */
  next(from: number, end: number): number {
    let doc = from;
    while (doc < end) {
      const block = this.set.nextBlock(this.blocks.of(doc));
      if (block >= this.blocks.count) return -1;
      const start = this.blocks.start(block);
      const bit = nextBit(this.block(block), Math.max(0, doc - start));
      if (bit >= 0) return start + bit < end ? start + bit : -1;
      doc = this.blocks.start(block + 1);
    }
    return -1;
  }

  private block(block: number): Uint32Array {
    const known = this.evaluated[block];
    if (known) return known;
    const bits = this.blocks.newBits();
    this.set.addTo(block, bits);
    this.evaluated[block] = bits;
    return bits;
  }
}

/** Clears the bits of documents that are not in the set, asking for each. */
function keepMembers(bits: Uint32Array, set: DocSet, start: number): void {
  for (let bit = nextBit(bits, 0); bit >= 0; bit = nextBit(bits, bit + 1)) {
    if (!set.has(start + bit)) bits[bit >>> 5]! &= ~(1 << (bit & 31));
  }
}
