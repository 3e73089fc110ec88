// People with several current positions: which documents are not their person's first, and where the one before is.
import { hasBit } from './bits.ts';
import type { Blocks, DocSet } from './doc-set.ts';
import type { PackedColumn } from './packed-column.ts';

/** The documents of people that another document of the same person precedes. */
export class Repeats {
  private readonly docs: PackedColumn;
  private readonly previous: PackedColumn;

  /** `docs` ascend; `previous` holds for each the nearest document of the same person before it. */
  constructor(docs: PackedColumn, previous: PackedColumn) {
    this.docs = docs;
    this.previous = previous;
  }

  /** The same person's document before `doc`; -1 where `doc` is the first. */
  before(doc: number): number {
    const index = this.docs.lowerBound(doc);
    return index < this.docs.length && this.docs.at(index) === doc ? this.previous.at(index) : -1;
  }

  /** Whether no earlier document of the same person is in the set. */
  isFirstIn(set: DocSet, doc: number): boolean {
    for (let other = this.before(doc); other >= 0; other = this.before(other)) if (set.has(other)) return false;
    return true;
  }

  /** How many documents of a block have an earlier one of the same person among those of `matched`, the members of each block so far. */
  countIn(matched: readonly (Uint32Array | undefined)[], block: number, blocks: Blocks): number {
    const isMatched = (doc: number) => {
      const bits = matched[blocks.of(doc)];
      return bits !== undefined && hasBit(bits, doc - blocks.start(blocks.of(doc)));
    };
    const end = this.docs.lowerBound(blocks.end(block));
    let count = 0;
    for (let index = this.docs.lowerBound(blocks.start(block)); index < end; index++) {
      if (!isMatched(this.docs.at(index))) continue;
      let other = this.previous.at(index);
      while (other >= 0 && !isMatched(other)) other = this.before(other);
      if (other >= 0) count++;
    }
    return count;
  }
}
