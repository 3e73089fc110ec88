// Finds the employer of a document faster than a binary search over all companies, for callers with hundreds of
// thousands of look-ups.
import type { Ownership } from './sets/ownership.ts';

/**
 * Binary logarithm of the number of documents in a stretch. For each stretch, the employer of its first document is
 * stored.
 */
const STRETCH_BITS = 6;

export class EmployerFinder {
  readonly #ownership: Ownership;
  readonly #companyOfStretch: Uint32Array;

  /** Takes 4 bytes for every 64 documents that have an employer. */
  constructor(ownership: Ownership) {
    this.#ownership = ownership;
    const companyCount = ownership.ownerCount;
    const docCount = ownership.start(companyCount);
    this.#companyOfStretch = new Uint32Array(((docCount + 63) >>> STRETCH_BITS) + 1).fill(companyCount);
    let stretch = 0;
    for (let company = 0; company < companyCount; company++) {
      const end = ownership.end(company);
      while (stretch << STRETCH_BITS < end) this.#companyOfStretch[stretch++] = company;
    }
  }

  /** The company of a document; -1 if it has none. */
  of(doc: number): number {
    const ownership = this.#ownership;
    const companyOfStretch = this.#companyOfStretch;
    const stretch = doc >>> STRETCH_BITS;
    if (stretch + 1 >= companyOfStretch.length) return -1;
    let low = companyOfStretch[stretch]!;
    let high = Math.min(companyOfStretch[stretch + 1]!, ownership.ownerCount - 1);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (ownership.end(middle) <= doc) low = middle + 1;
      else high = middle;
    }
    return doc < ownership.end(low) ? low : -1;
  }
}
