// Documents with one of several closed values. Spans are filled from the posting lists of the values; candidates are
// tested by their code.

import type { Column } from '../columns/packed-column.ts';
import { BitwiseSet, type Blocks, type DocSet, type Span } from './doc-set.ts';

/** The codes of a column that belong to the values. */
export interface ValueTest {
  readonly codes: Column;
  /** 1 for each matching code. */
  readonly wanted: Uint8Array;
}

/**
 * The union of the posting lists of some values. The cost of testing a candidate does not depend on the number of
 * values.
 */
export class ValueSet extends BitwiseSet {
  readonly estimate: number;
  readonly probesPerBlock: number;
  readonly #testOf: () => ValueTest;
  #test: ValueTest | null = null;
  readonly #terms: DocSet;

  /** `testOf`: makes the test; called for the first candidates. */
  constructor(blocks: Blocks, terms: DocSet, testOf: () => ValueTest) {
    super(blocks);
    this.#terms = terms;
    this.#testOf = testOf;
    this.estimate = terms.estimate;
    const perBlock = terms.estimate / Math.max(1, blocks.count);
    this.probesPerBlock = blocks.words / 16 + Math.min(blocks.words, perBlock * 0.75);
  }

  nextBlock(block: number): number {
    return this.#terms.nextBlock(block);
  }

  countIn(block: number): number {
    return this.#terms.countIn(block);
  }

  addTo(span: Span, bits: Uint32Array): void {
    this.#terms.addTo(span, bits);
  }

  override keepIn(span: Span, bits: Uint32Array): number {
    return this.#terms.keepIn(span, bits);
  }

  override listIn(span: Span, list: Uint16Array): number {
    return this.#terms.listIn(span, list);
  }

  override retain(block: number, list: Uint16Array, count: number): number {
    if (count > this.probesPerBlock) return super.retain(block, list, count);
    const { codes, wanted } = this.#cachedTest();
    const start = this.blocks.start(block);
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const number = list[index]!;
      list[kept] = number;
      kept += wanted[codes.at(start + number)]!;
    }
    return kept;
  }

  has(doc: number): boolean {
    const { codes, wanted } = this.#cachedTest();
    return wanted[codes.at(doc)] === 1;
  }

  #cachedTest(): ValueTest {
    this.#test ??= this.#testOf();
    return this.#test;
  }
}
