// The owners of the documents of a set: a join from documents to their owners (in Lucene, a join to parent documents).
// Clauses on openings are evaluated on openings and mapped to the job rows with at least one matching opening.
import { setBit } from './bits.ts';
import { BitwiseSet, type Blocks, type DocSet, type Span } from './doc-set.ts';
import { MemoizedSet } from './memoized-set.ts';
import type { Ownership } from './ownership.ts';

/** Documents that own at least one member of a set of another space. */
export class OwnerSet extends BitwiseSet {
  readonly estimate: number;
  readonly probesPerBlock: number;
  readonly #ownership: Ownership;
  readonly #owned: { readonly blocks: Blocks; readonly set: DocSet };
  readonly #members: MemoizedSet;
  readonly #share: number;

  constructor(blocks: Blocks, ownership: Ownership, owned: { readonly blocks: Blocks; readonly set: DocSet }) {
    super(blocks);
    this.#ownership = ownership;
    this.#owned = owned;
    this.#members = new MemoizedSet(owned.blocks, owned.set);
    this.estimate = Math.min(blocks.docCount, owned.set.estimate);
    this.#share = this.estimate / Math.max(1, blocks.docCount);
    this.probesPerBlock = blocks.words / 4;
  }

  nextBlock(block: number): number {
    const start = this.blocks.start(block);
    if (start >= this.blocks.docCount) return this.blocks.count;
    const { blocks, set } = this.#owned;
    const first = this.#ownership.start(start);
    if (first >= blocks.docCount) return this.blocks.count;
    const next = set.nextBlock(blocks.of(first));
    if (next >= blocks.count) return this.blocks.count;
    return this.blocks.of(this.#ownership.of(Math.max(first, blocks.start(next))));
  }

  countIn(block: number): number {
    return Math.ceil(this.#share * (this.blocks.end(block) - this.blocks.start(block)));
  }

  addTo({ block, first, end }: Span, bits: Uint32Array): void {
    const ownership = this.#ownership;
    const blockStart = this.blocks.start(block);
    const from = blockStart + first * 32;
    const limit = Math.min(this.blocks.end(block), blockStart + end * 32);
    if (from >= limit) return;
    const membersEnd = ownership.start(limit);
    let owner = from;
    let member = this.#members.next(ownership.start(from), membersEnd);
    while (member >= 0) {
      owner = ownership.of(member, owner);
      setBit(bits, owner - blockStart);
      member = this.#members.next(ownership.end(owner), membersEnd);
    }
  }

  override retain(block: number, list: Uint16Array, count: number): number {
    if (count > this.probesPerBlock) return super.retain(block, list, count);
    const start = this.blocks.start(block);
    let kept = 0;
    for (let index = 0; index < count; index++) if (this.has(start + list[index]!)) list[kept++] = list[index]!;
    return kept;
  }

  has(doc: number): boolean {
    return this.#members.next(this.#ownership.start(doc), this.#ownership.end(doc)) >= 0;
  }
}
