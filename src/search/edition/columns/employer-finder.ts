// Finds the employer of a document faster than a binary search over all companies, for callers with hundreds of
// thousands of look-ups.
import type { Ownership } from '../sets/ownership.ts';

/**
 * The employer of every 64th document is stored; a binary search finds the employers between two of these documents.
 */
const SAMPLE_BITS = 6;
const SAMPLE_DOCS = 2 ** SAMPLE_BITS;

export class EmployerFinder {
  readonly #ownership: Ownership;
  readonly #samples: Uint32Array;

  /** Takes 4 bytes for every 64 documents that have an employer. */
  constructor(ownership: Ownership) {
    this.#ownership = ownership;
    const companyCount = ownership.ownerCount;
    const docCount = ownership.start(companyCount);
    this.#samples = new Uint32Array(Math.ceil(docCount / SAMPLE_DOCS) + 1).fill(companyCount);
    let sample = 0;
    for (let company = 0; company < companyCount; company++) {
      const end = ownership.end(company);
      while (sample << SAMPLE_BITS < end) this.#samples[sample++] = company;
    }
  }

  /** The company of a document; -1 if it has none. */
  of(doc: number): number {
    const ownership = this.#ownership;
    const samples = this.#samples;
    const sample = doc >>> SAMPLE_BITS;
    if (sample + 1 >= samples.length) return -1;
    let low = samples[sample]!;
    let high = Math.min(samples[sample + 1]!, ownership.ownerCount - 1);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (ownership.end(middle) <= doc) low = middle + 1;
      else high = middle;
    }
    return doc < ownership.end(low) ? low : -1;
  }
}
