// Counts the members of a set of documents.

import type { Space } from '../../../contract/fields.ts';
import type { Work } from '../../../ops/scheduling/work.ts';
import type { MatchedBlock } from '../columns/repeats.ts';
import type { EditionIndex } from '../edition-index.ts';
import { popcountIn } from '../sets/bits.ts';
import { type Intersection, Members } from '../sets/set-algebra.ts';

/** Counts the members of a set; each person counts once. `found` receives the matched documents of people by block. */
export function* countMembers(
  set: Intersection,
  { space, index }: { readonly space: Space; readonly index: EditionIndex },
  found?: MatchedBlock[],
): Work<number> {
  const blocks = index.blocks[space];
  const repeats = space === 'people' ? index.people.repeats : null;
  const matched = found ?? [];
  const isKept = repeats !== null && (found !== undefined || repeats.count > 0);
  const members = new Members(blocks);
  let count = 0;
  for (let block = set.nextBlock(0); block < blocks.count; block = set.nextBlock(block + 1)) {
    for (const span of blocks.steps(block)) {
      set.membersIn(span, members);
      count += members.count < 0 ? popcountIn(members.bits, span.first * 32, span.end * 32) : members.count;
      // A block of people is one span, so `members` covers the block.
      if (isKept && members.count !== 0) {
        matched[block] = members.kept();
        count -= repeats.countIn(matched, block, blocks);
      }
      yield;
    }
  }
  members.release();
  return count;
}
