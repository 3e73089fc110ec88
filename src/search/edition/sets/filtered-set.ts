// The documents of a set that also pass a predicate.
import { nextBit, setBit } from './bits.ts';
import { BitwiseSet, type Blocks, type DocSet, type Span } from './doc-set.ts';

/** For conditions that no term represents. `passes` is called for candidates only. */
export class FilteredSet extends BitwiseSet {
  readonly estimate: number;
  readonly probesPerBlock: number;
  readonly #candidates: DocSet;
  readonly #passes: (doc: number) => boolean;

  constructor(blocks: Blocks, candidates: DocSet, passes: (doc: number) => boolean) {
    super(blocks);
    this.#candidates = candidates;
    this.#passes = passes;
    this.estimate = candidates.estimate;
    this.probesPerBlock = Math.max(candidates.probesPerBlock, candidates.estimate / Math.max(1, blocks.count));
  }

  nextBlock(block: number): number {
    return this.#candidates.nextBlock(block);
  }

  countIn(block: number): number {
    return this.#candidates.countIn(block);
  }

  addTo(span: Span, bits: Uint32Array): void {
    const members = this.blocks.takeBits().fill(0, span.first, span.end);
    const start = this.blocks.start(span.block);
    this.#candidates.addTo(span, members);
    const end = span.end * 32;
    for (let bit = nextBit(members, span.first * 32); bit >= 0 && bit < end; bit = nextBit(members, bit + 1)) {
      if (this.#passes(start + bit)) setBit(bits, bit);
    }
    this.blocks.giveBits(members);
  }

  override retain(block: number, list: Uint16Array, count: number): number {
    const start = this.blocks.start(block);
    const candidates = this.#candidates.retain(block, list, count);
    let kept = 0;
    for (let index = 0; index < candidates; index++) {
      const number = list[index]!;
      if (this.#passes(start + number)) list[kept++] = number;
    }
    return kept;
  }

  has(doc: number): boolean {
    return this.#passes(doc) && this.#candidates.has(doc);
  }
}
