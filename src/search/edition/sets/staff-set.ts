// The people or job rows of some companies: a join from owners to their documents (in Lucene, a join to child
// documents). Clauses on companies are evaluated on companies and mapped to their documents.

import { setRange } from './bits.ts';
import { BitwiseSet, type Blocks, type DocSet, type Span } from './doc-set.ts';
import { MemoizedSet } from './memoized-set.ts';
import type { Ownership } from './ownership.ts';

/** Documents whose company is in a set of companies. */
export class StaffSet extends BitwiseSet {
  readonly estimate: number;
  readonly probesPerBlock: number;
  /** The companies whose documents are the members. */
  readonly companies: MemoizedSet;
  readonly #ownership: Ownership;
  readonly #share: number;

  constructor(blocks: Blocks, ownership: Ownership, companies: { readonly blocks: Blocks; readonly set: DocSet }) {
    super(blocks);
    this.#ownership = ownership;
    this.companies = new MemoizedSet(companies.blocks, companies.set);
    this.#share = companies.set.estimate / Math.max(1, ownership.ownerCount);
    this.estimate = Math.ceil(this.#share * blocks.docCount);
    this.probesPerBlock = blocks.words / 32 + this.estimate / Math.max(1, blocks.count) / 8;
  }

  nextBlock(block: number): number {
    const ownership = this.#ownership;
    const start = this.blocks.start(block);
    if (start >= this.blocks.docCount) return this.blocks.count;
    const company = this.companies.next(ownership.of(start), ownership.ownerCount);
    return company < 0 ? this.blocks.count : this.blocks.of(Math.max(start, ownership.start(company)));
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
    const firstCompany = ownership.of(from);
    const companyEnd = Math.min(ownership.of(limit - 1, firstCompany) + 1, ownership.ownerCount);
    let company = this.companies.next(firstCompany, companyEnd);
    while (company >= 0) {
      const start = ownership.start(company);
      const next = this.companies.nextAbsent(company + 1, companyEnd);
      setRange(bits, Math.max(start, from) - blockStart, Math.min(ownership.start(next), limit) - blockStart);
      company = this.companies.next(next + 1, companyEnd);
    }
  }

  override retain(block: number, list: Uint16Array, count: number): number {
    if (count > this.probesPerBlock) return super.retain(block, list, count);
    const ownership = this.#ownership;
    const start = this.blocks.start(block);
    let company = 0;
    let companyEnd = 0;
    let isMember = false;
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const doc = start + list[index]!;
      if (doc >= companyEnd) {
        company = ownership.of(doc, company);
        if (company === ownership.ownerCount) break;
        companyEnd = ownership.end(company);
        isMember = this.companies.has(company);
      }
      if (isMember) list[kept++] = list[index]!;
    }
    return kept;
  }

  has(doc: number): boolean {
    const company = this.#ownership.of(doc);
    return company < this.#ownership.ownerCount && this.companies.has(company);
  }
}
