// Documents whose number is in a range. The set is read from a column, because numbers have no terms.

import type { SlicedColumn } from '../columns/sliced-column.ts';
import { BitwiseSet, type Blocks, type Span } from './doc-set.ts';

/** Documents with `low <= column <= high`. Their distribution over the blocks is unknown. */
export class RangeSet extends BitwiseSet {
  readonly estimate: number;
  readonly probesPerBlock: number;
  readonly #column: SlicedColumn;
  readonly #low: number;
  readonly #high: number;

  /** `low` is at least 1. */
  constructor(blocks: Blocks, column: SlicedColumn, { low, high }: { readonly low: number; readonly high: number }) {
    super(blocks);
    this.#column = column;
    this.#low = low;
    this.#high = high;
    this.estimate = blocks.docCount;
    this.probesPerBlock = blocks.words / 2;
  }

  nextBlock(block: number): number {
    return block;
  }

  countIn(block: number): number {
    return this.blocks.end(block) - this.blocks.start(block);
  }

  addTo(span: Span, bits: Uint32Array): void {
    const { blocks } = this;
    const last = Math.min(span.end, blocks.wordEnd(span.block));
    const members = blocks.takeBits().fill(-1, span.first, last);
    this.keepIn({ ...span, end: last }, members);
    for (let word = span.first; word < last; word++) bits[word]! |= members[word]!;
    blocks.giveBits(members);
  }

  override keepIn({ block, first, end }: Span, bits: Uint32Array): number {
    const span = { group: this.blocks.start(block) >>> 5, first, end };
    const filled = this.#column.keep(bits, { ...span, bound: this.#low, keeps: 'from' });
    return this.#high === Infinity
      ? filled
      : this.#column.keep(bits, { ...span, bound: this.#high + 1, keeps: 'below' });
  }

  override retain(block: number, list: Uint16Array, count: number): number {
    const start = this.blocks.start(block);
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const number = list[index]!;
      if (this.has(start + number)) list[kept++] = number;
    }
    return kept;
  }

  has(doc: number): boolean {
    const column = this.#column;
    const low = this.#low;
    const high = this.#high;
    return column.isAtLeast(doc, low) && (high === Infinity || !column.isAtLeast(doc, high + 1));
  }
}
