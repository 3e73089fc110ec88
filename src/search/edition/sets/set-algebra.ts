// Intersection, union and complement of sets of documents, evaluated span by span.
import type { MatchedBlock } from '../columns/repeats.ts';
import { listBits, setBits, setRange } from './bits.ts';
import { BitwiseSet, type Blocks, type DocSet, retainBits, type Span } from './doc-set.ts';

/** The members of a span: the first `count` numbers of `list`, or, if `count` is negative, the bits of the span. */
export class Members {
  readonly bits: Uint32Array;
  readonly list: Uint16Array;
  count = 0;
  readonly #blocks: Blocks;

  /** Takes its memory from the pool of `blocks`; `release` returns it. */
  constructor(blocks: Blocks) {
    this.bits = blocks.takeBits();
    this.list = blocks.takeList();
    this.#blocks = blocks;
  }

  /**
   * A copy of the members of a span that covers a block: ascending 16-bit numbers if there are few, otherwise a bitset.
   */
  kept(): MatchedBlock {
    return this.count < 0 ? this.bits.slice() : this.list.slice(0, this.count);
  }

  release(): void {
    this.#blocks.giveBits(this.bits);
    this.#blocks.giveList(this.list);
  }
}

/** If at most one word in this many is nonzero, the number of nonzero words approximates the number of candidates. */
const FEW_WORDS = 4;

/** Documents that are removed from a set. */
export interface RemovedDocs {
  has(doc: number): boolean;
  /** Clears the bits of the members in the span. */
  clearIn(span: Span, bits: Uint32Array): void;
  /** Moves the non-members among the first `count` candidates of `list` to its start; returns their number. */
  discard(block: number, list: Uint16Array, count: number): number;
}

/** Documents in all of several sets. */
export class Intersection extends BitwiseSet {
  readonly estimate: number;
  readonly probesPerBlock: number;
  readonly #sets: readonly DocSet[];
  /** The sets sorted by their number of members in block `#orderedBlock`, the fewest first, and these numbers. */
  readonly #ordered: DocSet[];
  readonly #counts: number[];
  readonly #without: RemovedDocs | null;
  #orderedBlock = -1;

  /**
   * `sets` must not be empty. The documents of `without` are removed last, because they are few or mostly not in the
   * sets.
   */
  constructor(blocks: Blocks, sets: readonly DocSet[], without: RemovedDocs | null = null) {
    super(blocks);
    this.#without = without;
    this.#sets = sets.toSorted((left, right) => left.estimate - right.estimate);
    this.#ordered = [...this.#sets];
    this.#counts = this.#sets.map(() => 0);
    this.estimate = this.#sets[0]!.estimate;
    this.probesPerBlock = this.#sets.reduce((least, set) => Math.min(least, set.probesPerBlock), Infinity);
  }

  nextBlock(block: number): number {
    let candidate = block;
    for (let agreeing = 0; agreeing < this.#sets.length; ) {
      agreeing = 0;
      for (const set of this.#sets) {
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

  countIn(block: number): number {
    if (block !== this.#orderedBlock) this.#order(block);
    return this.#counts[0]!;
  }

  /** The set with the fewest members in a block. */
  smallestIn(block: number): DocSet {
    if (block !== this.#orderedBlock) this.#order(block);
    return this.#ordered[0]!;
  }

  /** The members of a span, as a list if there are few. */
  membersIn(span: Span, members: Members): void {
    const { bits, list } = members;
    const share = (span.end - span.first) / this.blocks.words;
    if (span.block !== this.#orderedBlock) this.#order(span.block);
    const ordered = this.#ordered;
    const second = ordered[1];
    let index = 1;
    members.count = -1;
    if (second && this.#counts[0]! <= second.probesPerBlock) members.count = ordered[0]!.listIn(span, list);
    else {
      bits.fill(0, span.first, span.end);
      ordered[0]!.addTo(span, bits);
      for (let filled = Infinity; index < ordered.length; index++) {
        const set = ordered[index]!;
        if (filled <= Math.min(set.probesPerBlock, this.blocks.words / FEW_WORDS) * share) {
          members.count = listBits(bits, span, list);
          break;
        }
        filled = set.keepIn(span, bits);
      }
    }
    for (; index < ordered.length && members.count > 0; index++)
      members.count = ordered[index]!.retain(span.block, list, members.count);
    if (this.#without === null) return;
    if (members.count < 0) this.#without.clearIn(span, bits);
    else if (members.count > 0) members.count = this.#without.discard(span.block, list, members.count);
  }

  addTo(span: Span, bits: Uint32Array): void {
    const members = new Members(this.blocks);
    this.membersIn(span, members);
    if (members.count < 0) for (let word = span.first; word < span.end; word++) bits[word]! |= members.bits[word]!;
    else setBits(bits, members.list, members.count);
    members.release();
  }

  override retain(block: number, list: Uint16Array, count: number): number {
    let kept = count;
    for (const set of this.#sets) if (kept > 0) kept = set.retain(block, list, kept);
    return this.#without === null || kept === 0 ? kept : this.#without.discard(block, list, kept);
  }

  has(doc: number): boolean {
    return this.#sets.every((set) => set.has(doc)) && this.#without?.has(doc) !== true;
  }

  #order(block: number): void {
    const ordered = this.#ordered;
    const counts = this.#counts;
    this.#orderedBlock = block;
    for (let index = 0; index < ordered.length; index++) {
      const set = this.#sets[index]!;
      const count = set.countIn(block);
      let slot = index;
      for (; slot > 0 && counts[slot - 1]! > count; slot--) {
        counts[slot] = counts[slot - 1]!;
        ordered[slot] = ordered[slot - 1]!;
      }
      counts[slot] = count;
      ordered[slot] = set;
    }
  }
}

/** Documents in at least one of several sets; empty for no sets. */
export class Union extends BitwiseSet {
  readonly estimate: number;
  readonly probesPerBlock: number;
  readonly #sets: readonly DocSet[];

  constructor(blocks: Blocks, sets: readonly DocSet[]) {
    super(blocks);
    this.#sets = sets;
    this.estimate = Math.min(
      blocks.docCount,
      sets.reduce((sum, set) => sum + set.estimate, 0),
    );
    this.probesPerBlock = sets.reduce((sum, set) => sum + set.probesPerBlock, 0) / Math.max(1, sets.length);
  }

  nextBlock(block: number): number {
    let first = this.blocks.count;
    for (const set of this.#sets) {
      first = Math.min(first, set.nextBlock(block));
      if (first === block) break;
    }
    return first;
  }

  countIn(block: number): number {
    let count = 0;
    for (const set of this.#sets) count += set.countIn(block);
    return count;
  }

  addTo(span: Span, bits: Uint32Array): void {
    for (const set of this.#sets) set.addTo(span, bits);
  }

  /** Each set filters its own copy of the candidates, unless filling the bits of all sets is cheaper. */
  override retain(block: number, list: Uint16Array, count: number): number {
    if (count > 32 + this.countIn(block) / Math.max(1, this.#sets.length) / 8) return super.retain(block, list, count);
    const { blocks } = this;
    const found = blocks.takeBits();
    const copy = blocks.takeList();
    for (let index = 0; index < count; index++) found[list[index]! >>> 5] = 0;
    for (const set of this.#sets) {
      for (let index = 0; index < count; index++) copy[index] = list[index]!;
      setBits(found, copy, set.retain(block, copy, count));
    }
    const kept = retainBits(found, 0, { list, count });
    blocks.giveList(copy);
    blocks.giveBits(found);
    return kept;
  }

  has(doc: number): boolean {
    return this.#sets.some((set) => set.has(doc));
  }
}

/** Documents of the space that are not in a set. */
export class Complement extends BitwiseSet {
  readonly estimate: number;
  readonly probesPerBlock: number;
  readonly #set: DocSet;

  constructor(blocks: Blocks, set: DocSet) {
    super(blocks);
    this.#set = set;
    this.estimate = blocks.docCount - set.estimate;
    this.probesPerBlock = set.probesPerBlock;
  }

  nextBlock(block: number): number {
    return block;
  }

  countIn(block: number): number {
    return Math.max(0, this.blocks.end(block) - this.blocks.start(block) - this.#set.countIn(block));
  }

  addTo(span: Span, bits: Uint32Array): void {
    const members = this.blocks.takeBits().fill(0, span.first, span.end);
    const docs = this.blocks.end(span.block) - this.blocks.start(span.block);
    setRange(members, span.first * 32, Math.min(docs, span.end * 32));
    this.keepIn(span, members);
    for (let word = span.first; word < span.end; word++) bits[word]! |= members[word]!;
    this.blocks.giveBits(members);
  }

  override keepIn(span: Span, bits: Uint32Array): number {
    const others = this.blocks.takeBits().fill(0, span.first, span.end);
    this.#set.addTo(span, others);
    let filled = 0;
    for (let word = span.first; word < span.end; word++) {
      const kept = bits[word]! & ~others[word]!;
      bits[word] = kept;
      if (kept !== 0) filled++;
    }
    this.blocks.giveBits(others);
    return filled;
  }

  override retain(block: number, list: Uint16Array, count: number): number {
    const others = this.blocks.takeList();
    for (let index = 0; index < count; index++) others[index] = list[index]!;
    const otherCount = this.#set.retain(block, others, count);
    let kept = 0;
    let other = 0;
    for (let index = 0; index < count; index++) {
      if (other < otherCount && others[other] === list[index]) other++;
      else list[kept++] = list[index]!;
    }
    this.blocks.giveList(others);
    return kept;
  }

  has(doc: number): boolean {
    return !this.#set.has(doc);
  }
}
