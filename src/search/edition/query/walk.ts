// Iterates over the members of a set in order. The spans start small, because most pages need few members, and grow.

import type { Work } from '../../../ops/scheduling/work.ts';
import { lowestBit } from '../sets/bits.ts';
import type { Blocks } from '../sets/doc-set.ts';
import { type Intersection, Members } from '../sets/set-algebra.ts';

/** The approximate number of members of the smallest set in the first span of a walk. */
const FIRST_CANDIDATES = 128;
const WORDS_MIN = 64;
const GROWTH = 4;

/** Calls `visit` for each member from `from`, ascending, until it returns false. May yield between spans. */
export function* walk(
  set: Intersection,
  { blocks, from, until = Infinity }: { readonly blocks: Blocks; readonly from: number; readonly until?: number },
  visit: (doc: number) => boolean,
): Work<undefined> {
  const members = new Members(blocks);
  const firstBlock = blocks.of(from);
  // Limits the blocks, because looking for a further block can cost as much as reading one.
  const docEnd = Math.min(until, blocks.docCount);
  const blockEnd = docEnd > 0 ? blocks.of(docEnd - 1) + 1 : 0;
  let words = 0;
  for (let block = firstBlock; block < blockEnd; block++) {
    block = set.nextBlock(block);
    if (block >= blockEnd) break;
    const start = blocks.start(block);
    const wordEnd = Math.min(blocks.wordEnd(block), Math.ceil((until - start) / 32));
    if (words === 0) words = firstWords(set.countIn(block), blocks);
    for (let first = block === firstBlock ? (from - start) >>> 5 : 0; first < wordEnd; words *= GROWTH) {
      const end = Math.min(first + Math.min(words, blocks.stepWords), wordEnd);
      set.membersIn({ block, first, end }, members);
      if (!visitAll(members, { start, first, end, from }, visit)) {
        members.release();
        return undefined;
      }
      first = end;
      yield;
    }
  }
  members.release();
  return undefined;
}

function firstWords(countInBlock: number, blocks: Blocks): number {
  return Math.max(WORDS_MIN, Math.ceil((blocks.words * FIRST_CANDIDATES) / Math.max(1, countInBlock)));
}

/**
 * The words `first` <= word < `end` of the block that begins at document `start`; `from`: the first document to visit.
 */
interface VisitedSpan {
  readonly start: number;
  readonly first: number;
  readonly end: number;
  readonly from: number;
}

function visitAll({ bits, list, count }: Members, span: VisitedSpan, visit: (doc: number) => boolean): boolean {
  const { start, from } = span;
  for (let index = 0; index < count; index++) {
    const doc = start + list[index]!;
    if (doc >= from && !visit(doc)) return false;
  }
  for (let index = span.first; count < 0 && index < span.end; index++) {
    for (let word = bits[index]!; word !== 0; word &= word - 1) {
      const doc = start + index * 32 + lowestBit(word);
      if (doc >= from && !visit(doc)) return false;
    }
  }
  return true;
}
