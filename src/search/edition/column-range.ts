// Documents whose number lies in a range: read off a column, as numbers have no terms.
import type { Blocks, DocSet } from './doc-set.ts';
import type { PackedColumn } from './packed-column.ts';

/** Documents with `low <= column <= high`. Nothing is known of where they are, so an intersection asks for documents rather than for blocks. */
export class ColumnRange implements DocSet {
  readonly estimate: number;
  readonly probesPerBlock: number;
  private readonly blocks: Blocks;
  private readonly column: PackedColumn;
  private readonly low: number;
  private readonly high: number;

  constructor(blocks: Blocks, column: PackedColumn, { low, high }: { readonly low: number; readonly high: number }) {
    this.blocks = blocks;
    this.column = column;
    this.low = low;
    this.high = high;
    this.estimate = blocks.docCount;
    this.probesPerBlock = blocks.docCount;
  }

  nextBlock(block: number): number {
    return block;
  }

  addTo(block: number, bits: Uint32Array): void {
    const { column, low, high } = this;
    const start = this.blocks.start(block);
    const end = this.blocks.end(block);
    for (let doc = start; doc < end; doc++) {
      const value = column.at(doc);
      if (value >= low && value <= high) bits[(doc - start) >>> 5]! |= 1 << ((doc - start) & 31);
    }
  }

  has(doc: number): boolean {
    const value = this.column.at(doc);
    return value >= this.low && value <= this.high;
  }
}
