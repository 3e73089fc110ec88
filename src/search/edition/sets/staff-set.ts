// The people or job rows of some companies. Company clauses are evaluated on companies and mapped to their documents.

import type { PackedColumn } from '../columns/packed-column.ts';
import { setRange } from './bits.ts';
import { BitwiseSet, type Blocks, type DocSet, type Span } from './doc-set.ts';
import { MemoizedSet } from './memoized-set.ts';

/**
 * The mapping between documents of a space and companies. The documents of each company are one range, in the order of
 * companies; documents without a company are last. Openings are mapped to their job rows in the same way.
 */
export class Ownership {
  readonly #starts: PackedColumn;
  /** Number of companies. */
  readonly companyCount: number;

  /** `starts`: the first document of each company, followed by the first document without a company. */
  constructor(starts: PackedColumn) {
    this.#starts = starts;
    this.companyCount = starts.length - 1;
  }

  start(company: number): number {
    return this.#starts.at(company);
  }

  end(company: number): number {
    return this.#starts.at(company + 1);
  }

  /** The company of a document; `companyCount` if it has none. The company must not be before company `from`. */
  of(doc: number, from = 0): number {
    let low = from;
    let step = 1;
    for (; low + step <= this.companyCount && this.#starts.at(low + step) <= doc; step *= 2) low += step;
    return this.#starts.lowerBound(doc + 1, low, Math.min(low + step, this.companyCount + 1)) - 1;
  }
}

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
    this.#share = companies.set.estimate / Math.max(1, ownership.companyCount);
    this.estimate = Math.ceil(this.#share * blocks.docCount);
    this.probesPerBlock = blocks.words / 32 + this.estimate / Math.max(1, blocks.count) / 8;
  }

  nextBlock(block: number): number {
    const ownership = this.#ownership;
    const start = this.blocks.start(block);
    if (start >= this.blocks.docCount) return this.blocks.count;
    const company = this.companies.next(ownership.of(start), ownership.companyCount);
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
    const companyEnd = Math.min(ownership.of(limit - 1, firstCompany) + 1, ownership.companyCount);
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
        if (company === ownership.companyCount) break;
        companyEnd = ownership.end(company);
        isMember = this.companies.has(company);
      }
      if (isMember) list[kept++] = list[index]!;
    }
    return kept;
  }

  has(doc: number): boolean {
    const company = this.#ownership.of(doc);
    return company < this.#ownership.companyCount && this.companies.has(company);
  }
}
