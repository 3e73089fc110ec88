// Documents by role (title, level and function). Spans are filled from the posting lists of people. Candidates are
// tested by their role, because there are few roles. The conjunction of all role clauses is evaluated on the roles.

import type { Column } from '../columns/packed-column.ts';
import { hasBit, nextBit, setBits } from './bits.ts';
import { BitwiseSet, type Blocks, type Candidates, type DocSet, type Span } from './doc-set.ts';
import { Intersection } from './set-algebra.ts';

/** The matching roles, and the role of each document. */
export interface RoleTest {
  readonly roleOf: Column;
  readonly blocks: Blocks;
  /**
   * The total number of values of the role clauses; the cost of filling a span from posting lists is proportional to
   * it.
   */
  readonly valueCount: number;
  /** Created on demand. */
  readonly wanted: () => DocSet;
}

/** The number of candidates that can be tested in the time of clearing a block's bitset. */
const LISTED_MIN = 64;
/**
 * If a set contains more than this share of a block, it is not listed for tests: all documents of the block are tested
 * instead.
 */
const LISTED_SHARE_MAX = 1 / 4;

/** The documents with a matching role. An intersection of sets of people represents the same documents. */
export class RoleSet extends BitwiseSet {
  readonly estimate: number;
  readonly probesPerBlock: number;
  readonly #sets: Intersection;
  readonly #roles: RoleTest;
  #firstBlock = -1;
  /** The matching roles as a bitset, once evaluated. */
  #wanted: Uint32Array | null = null;
  #isEmpty = false;

  /** `sets` must not be empty; their intersection is the documents with a matching role. */
  constructor(blocks: Blocks, sets: readonly DocSet[], roles: RoleTest) {
    super(blocks);
    this.#sets = new Intersection(blocks, sets);
    this.#roles = roles;
    this.estimate = this.#sets.estimate;
    this.probesPerBlock = blocks.words;
  }

  /**
   * Evaluates the roles lazily. Most pages are full within the first block, but a query that reads further is likely to
   * read all blocks. So the roles are evaluated after as many blocks of documents as there are blocks of roles, usually
   * one. Therefore their cost is at most about the cost of the blocks read before. If no role matches, no further block
   * is read: most titles exclude most levels and functions.
   */
  nextBlock(block: number): number {
    if (this.#firstBlock < 0) this.#firstBlock = block;
    if (this.#wanted === null && block - this.#firstBlock >= Math.max(1, this.#roles.blocks.count)) {
      this.#wanted = matchingRoleBits(this.#roles);
      this.#isEmpty = nextBit(this.#wanted, 0) < 0;
    }
    return this.#isEmpty ? this.blocks.count : this.#sets.nextBlock(block);
  }

  countIn(block: number): number {
    return this.#sets.countIn(block);
  }

  addTo(span: Span, bits: Uint32Array): void {
    if (this.#wanted === null || this.#isFilledSooner(span.block)) this.#sets.addTo(span, bits);
    else {
      const list = this.blocks.takeList();
      setBits(bits, list, this.listIn(span, list));
      this.blocks.giveList(list);
    }
  }

  override listIn(span: Span, list: Uint16Array): number {
    if (this.#wanted === null || this.#isFilledSooner(span.block)) return super.listIn(span, list);
    const isListed = this.countIn(span.block) <= this.blocks.words * 32 * LISTED_SHARE_MAX;
    const count = isListed ? this.#sets.smallestIn(span.block).listIn(span, list) : this.#listAll(span, list);
    return this.#retainWanted(this.#wanted, { block: span.block, list, count });
  }

  override retain(block: number, list: Uint16Array, count: number): number {
    if (this.#wanted === null) return this.#sets.retain(block, list, count);
    // Tests the smaller list: the candidates, or the members of the smallest set.
    if (count > LISTED_MIN + this.countIn(block)) return super.retain(block, list, count);
    return this.#retainWanted(this.#wanted, { block, list, count });
  }

  has(doc: number): boolean {
    return this.#wanted === null ? this.#sets.has(doc) : hasBit(this.#wanted, this.#roles.roleOf.at(doc));
  }

  /** Testing about this number of candidates takes as long as filling a block for one value. */
  #isFilledSooner(block: number): boolean {
    return this.countIn(block) > (this.blocks.words / 2) * Math.max(4, this.#roles.valueCount);
  }

  #listAll({ block, first, end }: Span, list: Uint16Array): number {
    const from = first * 32;
    const limit = Math.min(end * 32, this.blocks.end(block) - this.blocks.start(block));
    for (let number = from; number < limit; number++) list[number - from] = number;
    return Math.max(0, limit - from);
  }

  #retainWanted(wanted: Uint32Array, { block, list, count }: Candidates): number {
    const { roleOf } = this.#roles;
    const start = this.blocks.start(block);
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const number = list[index]!;
      const role = roleOf.at(start + number);
      list[kept] = number;
      kept += (wanted[role >>> 5]! >>> (role & 31)) & 1;
    }
    return kept;
  }
}

function matchingRoleBits({ blocks, wanted }: RoleTest): Uint32Array {
  const set = wanted();
  const bits = new Uint32Array(blocks.count * blocks.words);
  for (let block = set.nextBlock(0); block < blocks.count; block = set.nextBlock(block + 1))
    set.addTo({ block, first: 0, end: blocks.wordEnd(block) }, bits.subarray(block * blocks.words));
  return bits;
}
