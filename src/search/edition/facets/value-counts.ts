// How many documents of a block have each value of a field: by the codes of the documents, or where the field has few values for so many
// documents, by laying the bits of each value over theirs.
import { popcount, popcountOf } from '../sets/bits.ts';
import type { Blocks, DocSet } from '../sets/doc-set.ts';
import type { CodeColumn } from './facet-groups.ts';

/** Documents of one block by their bits. */
export interface BlockBits {
  readonly blocks: Blocks;
  readonly block: number;
  readonly bits: Uint32Array;
}

/** Adds to `counts` at each code but 0 how many of the documents have it. */
export function countCodes(place: BlockBits, column: CodeColumn, counts: Uint32Array): void {
  const { blocks, block, bits } = place;
  const { terms } = column;
  // To lay the bits of one value over others takes about as long as to look up so many codes as a block has words.
  if (terms && popcount(bits) > terms.length * blocks.words) {
    terms.forEach((term, index) => {
      counts[index + 1]! += countCommon(place, term);
    });
    return;
  }
  const start = blocks.start(block);
  for (let word = 0; word < bits.length; word++) {
    const first = start + word * 32;
    for (let left = bits[word]!; left !== 0; left &= left - 1)
      counts[column.codeAt(first + 31 - Math.clz32(left & -left))]!++;
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
