// Documents with one of several closed values: blocks are filled from the values' terms, single documents are looked up by their code.
import type { DocSet } from './doc-set.ts';

/** The union of some values' terms, with a test of one document that does not depend on the number of values. */
export class ValueSet implements DocSet {
  readonly estimate: number;
  readonly probesPerBlock: number;
  readonly has: (doc: number) => boolean;
  private readonly terms: DocSet;

  constructor(terms: DocSet, { values, test }: { readonly values: number; readonly test: (doc: number) => boolean }) {
    this.terms = terms;
    this.has = test;
    this.estimate = terms.estimate;
    this.probesPerBlock = 64 * Math.max(1, values);
  }

  nextBlock(block: number): number {
    return this.terms.nextBlock(block);
  }

  addTo(block: number, bits: Uint32Array): void {
    this.terms.addTo(block, bits);
  }
}
