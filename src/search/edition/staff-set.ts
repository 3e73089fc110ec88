// The documents of some companies' people or job rows: company clauses are evaluated among companies and carried over here.
import { setRange } from './bits.ts';
import { type Blocks, type DocSet, Remembered } from './doc-set.ts';
import type { PackedColumn } from './packed-column.ts';

/** Which documents of a space belong to which company: each company's are one range, in the order of companies; the rest have none. */
export class Ownership {
  private readonly starts: PackedColumn;
  /** Number of companies. */
  readonly companyCount: number;

  /** `starts` holds the first document of each company, and behind them the first document without a company. */
  constructor(starts: PackedColumn) {
    this.starts = starts;
    this.companyCount = starts.length - 1;
  }

  start(company: number): number {
    return this.starts.at(company);
  }

  end(company: number): number {
    return this.starts.at(company + 1);
  }

  /** The company of a document; `companyCount` where it has none. It must not stand before company `from`. */
  of(doc: number, from = 0): number {
    return this.starts.lowerBound(doc + 1, from) - 1;
  }
}

/** Documents whose company is in a set of companies. */
export class StaffSet implements DocSet {
  readonly estimate: number;
  /** A probe is one binary search; a block may hold tens of thousands of companies. */
  readonly probesPerBlock = 1024;
  private readonly blocks: Blocks;
  private readonly ownership: Ownership;
  private readonly companies: Remembered;

  constructor(blocks: Blocks, ownership: Ownership, companies: { readonly blocks: Blocks; readonly set: DocSet }) {
    this.blocks = blocks;
    this.ownership = ownership;
    this.companies = new Remembered(companies.blocks, companies.set);
    const share = companies.set.estimate / Math.max(1, ownership.companyCount);
    this.estimate = Math.ceil(share * blocks.docCount);
  }

  nextBlock(block: number): number {
    const { ownership } = this;
    const start = this.blocks.start(block);
    const company = start < this.blocks.docCount ? this.nextCompany(ownership.of(start)) : -1;
    return company < 0 ? this.blocks.count : this.blocks.of(Math.max(start, ownership.start(company)));
  }

  addTo(block: number, bits: Uint32Array): void {
    const { ownership } = this;
    const blockStart = this.blocks.start(block);
    const blockEnd = this.blocks.end(block);
    const companyEnd = Math.min(ownership.of(blockEnd - 1) + 1, ownership.companyCount);
    let company = this.companies.next(ownership.of(blockStart), companyEnd);
    while (company >= 0) {
      const start = ownership.start(company);
      let next = company + 1;
      while (next < companyEnd && this.companies.has(next)) next++;
      setRange(bits, Math.max(start, blockStart) - blockStart, Math.min(ownership.start(next), blockEnd) - blockStart);
      company = this.companies.next(next, companyEnd);
    }
  }

  has(doc: number): boolean {
    const company = this.ownership.of(doc);
    return company < this.ownership.companyCount && this.companies.has(company);
  }

  private nextCompany(from: number): number {
    return this.companies.next(from, this.ownership.companyCount);
  }
}
