// Finds the documents of people with several current positions: documents that are not the first of their person, and
// the previous document of each.
import { hasBit } from '../sets/bits.ts';
import type { Blocks, DocSet } from '../sets/doc-set.ts';
import { lowerBound } from './lower-bound.ts';
import type { PackedColumn } from './packed-column.ts';

/** The matched documents of a block: a bitset, or ascending 16-bit numbers if they are few. */
export type MatchedBlock = Uint16Array | Uint32Array;

/** The matched documents by block; undefined if a block has no match. */
export type Matched = readonly (MatchedBlock | undefined)[];

/** The documents of people that are preceded by another document of the same person: the repeats. */
export class Repeats {
  readonly #docs: PackedColumn;
  readonly #previous: PackedColumn;
  #bits: Uint32Array | null = null;

  /** `docs`: the repeats, ascending. `previous`: the previous document of the same person for each repeat. */
  constructor(docs: PackedColumn, previous: PackedColumn) {
    this.#docs = docs;
    this.#previous = previous;
  }

  /** The number of repeats. */
  get count(): number {
    return this.#docs.length;
  }

  /** The same person's previous document; -1 if `doc` is the first. A binary search. */
  previousOf(doc: number): number {
    const index = this.#docs.lowerBound(doc);
    return index < this.#docs.length && this.#docs.at(index) === doc ? this.#previous.at(index) : -1;
  }

  /** The result of `previousOf`. Searches only for repeats, which a bitset finds: faster for many documents. */
  previousByBitset(doc: number): number {
    return this.#isRepeat(doc) ? this.previousOf(doc) : -1;
  }

  /** Whether an earlier document of the same person is matched. */
  isAnyBefore(doc: number, matched: Matched, blocks: Blocks): boolean {
    return this.#isAnyMatched(this.previousByBitset(doc), matched, blocks);
  }

  /** The same person's first document. */
  first(doc: number): number {
    let first = doc;
    for (let other = this.previousOf(first); other >= 0; other = this.previousOf(first)) first = other;
    return first;
  }

  /** The repeat at an index below `count`. */
  at(index: number): number {
    return this.#docs.at(index);
  }

  /** The documents in `start` <= doc < `end` that are preceded there by another document of the same person. */
  *within(start: number, end: number): Generator<number> {
    for (let index = this.#docs.lowerBound(start); index < this.#docs.length; index++) {
      const doc = this.#docs.at(index);
      if (doc >= end) return;
      if (this.#previous.at(index) >= start) yield doc;
    }
  }

  /** True if no earlier document of the same person is in the set. */
  isFirstIn(set: DocSet, doc: number): boolean {
    for (let other = this.previousOf(doc); other >= 0; other = this.previousOf(other)) if (set.has(other)) return false;
    return true;
  }

  /**
   * Counts the members of a block that have an earlier document of the same person in `matched`. `matched` covers this
   * block and all blocks before it.
   */
  countIn(matched: Matched, block: number, blocks: Blocks): number {
    const members = matched[block];
    const start = blocks.start(block);
    let count = 0;
    if (members instanceof Uint16Array) {
      for (let index = 0; index < members.length; index++) {
        if (this.isAnyBefore(start + members[index]!, matched, blocks)) count++;
      }
      return count;
    }
    const end = this.#docs.lowerBound(blocks.end(block));
    for (let index = this.#docs.lowerBound(start); members && index < end; index++) {
      if (!hasBit(members, this.#docs.at(index) - start)) continue;
      if (this.#isAnyMatched(this.#previous.at(index), matched, blocks)) count++;
    }
    return count;
  }

  /** True if document `last` or an earlier one of the same person is matched; false for -1. */
  #isAnyMatched(last: number, matched: Matched, blocks: Blocks): boolean {
    let doc = last;
    while (doc >= 0 && !isMatched(matched, doc, blocks)) doc = this.previousByBitset(doc);
    return doc >= 0;
  }

  /**
   * True if a document is a repeat. Uses a bitset of all repeats, made on first use, because binary searches would
   * dominate the time of a count.
   */
  #isRepeat(doc: number): boolean {
    if (this.#bits === null) {
      const docs = this.#docs;
      this.#bits = new Uint32Array(docs.length === 0 ? 1 : (docs.at(docs.length - 1) >>> 5) + 1);
      for (let index = 0; index < docs.length; index++) this.#bits[docs.at(index) >>> 5]! |= 1 << (docs.at(index) & 31);
    }
    return doc >>> 5 < this.#bits.length && hasBit(this.#bits, doc);
  }

  /**
   * Calls `report` for each matched document of a block that has earlier matched documents of the same person.
   * `earlier`: those documents, the nearest first; the list is valid until the next call.
   */
  eachIn(
    matched: Matched,
    { block, blocks }: { readonly block: number; readonly blocks: Blocks },
    report: (doc: number, earlier: readonly number[]) => void,
  ): void {
    const members = matched[block];
    const start = blocks.start(block);
    const end = this.#docs.lowerBound(blocks.end(block));
    const earlier: number[] = [];
    for (let index = this.#docs.lowerBound(start); members && index < end; index++) {
      const doc = this.#docs.at(index);
      if (!isMatched(matched, doc, blocks)) continue;
      earlier.length = 0;
      for (let other = this.#previous.at(index); other >= 0; other = this.previousByBitset(other)) {
        if (isMatched(matched, other, blocks)) earlier.push(other);
      }
      if (earlier.length > 0) report(doc, earlier);
    }
  }
}

/** Whether a document is matched. */
export function isMatched(matched: Matched, doc: number, blocks: Blocks): boolean {
  const block = blocks.of(doc);
  const members = matched[block];
  if (members === undefined) return false;
  const number = doc - blocks.start(block);
  return members instanceof Uint16Array ? members[lowerBound(members, number)] === number : hasBit(members, number);
}
