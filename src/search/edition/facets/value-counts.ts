// Counts the documents of a block for each value of a field: by the codes of the documents, or, if the field has few
// values relative to the documents, by intersecting bitsets.
import { lowestBit, popcount, popcountOf } from '../sets/bits.ts';
import type { Blocks, DocSet } from '../sets/doc-set.ts';
import type { CodeColumn } from './facet-groups.ts';

/** Documents of one block as a bitset. */
export interface BlockBits {
  readonly blocks: Blocks;
  readonly block: number;
  readonly bits: Uint32Array;
}

/** Adds the number of documents with each code to `counts`; skips code 0. */
export function countCodes(matches: BlockBits, column: CodeColumn, counts: Uint32Array): void {
  const { blocks, block, bits } = matches;
  const { terms } = column;
  // Per word of a block, intersecting two bitsets takes about as long as one code look-up.
  if (terms && popcount(bits) > terms.length * blocks.words) {
    terms.forEach((term, index) => {
      counts[index + 1]! += countCommon(matches, term);
    });
    return;
  }
  const start = blocks.start(block);
  for (let word = 0; word < bits.length; word++) {
    const first = start + word * 32;
    for (let left = bits[word]!; left !== 0; left &= left - 1) counts[column.codeAt(first + lowestBit(left))]!++;
  }
}

function countCommon({ blocks, block, bits }: BlockBits, term: DocSet): number {
  const others = blocks.takeBits().fill(0);
  term.addTo(blocks.whole(block), others);
  let count = 0;
  for (let word = 0; word < bits.length; word++) {
    const common = bits[word]! & others[word]!;
    if (common !== 0) count += popcountOf(common);
  }
  blocks.giveBits(others);
  return count;
}
