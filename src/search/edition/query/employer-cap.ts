// Limits the number of people per employer: decides, in document order, which documents of a walk are admitted.

import type { Work } from '../../../ops/scheduling/work.ts';
import type { EditionIndex } from '../edition-index.ts';
import type { Ownership } from '../sets/ownership.ts';
import type { Intersection } from '../sets/set-algebra.ts';
import type { EarlierDocs } from './page.ts';
import { walk } from './walk.ts';

export class EmployerCap {
  readonly #ownership: Ownership;
  readonly #max: number;
  readonly #admittedOf: (company: number) => number;
  /** The first document after the documents of the current employer. */
  #end = 0;
  /** The number of documents of the current employer that can still be admitted. */
  #left = 0;

  /** `admittedOf`: the number of people of a company who have been admitted before; none by default. */
  constructor(ownership: Ownership, max: number, admittedOf: (company: number) => number = () => 0) {
    this.#ownership = ownership;
    this.#max = max;
    this.#admittedOf = admittedOf;
  }

  /** The first document of the employer of a document. A walk that continues after the document must start here. */
  startOf(doc: number): number {
    return this.#ownership.start(this.#ownership.of(doc));
  }

  /**
   * True if a document is admitted. Must be called once for each match, in ascending order. Documents without an
   * employer are always admitted.
   */
  admits(doc: number): boolean {
    if (doc >= this.#end) {
      const company = this.#ownership.of(doc);
      const hasEmployer = company < this.#ownership.ownerCount;
      this.#end = hasEmployer ? this.#ownership.end(company) : Number.POSITIVE_INFINITY;
      this.#left = hasEmployer ? Math.max(0, this.#max - this.#admittedOf(company)) : Number.POSITIVE_INFINITY;
    }
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }
}

interface Admission {
  readonly cap: EmployerCap;
  /** The people who are counted in an earlier part; prepared. */
  readonly earlier?: EarlierDocs | undefined;
}

/** The number of people of a set who are admitted. */
export function* countAdmitted(
  set: Intersection,
  { blocks, people }: EditionIndex,
  { cap, earlier }: Admission,
): Work<number> {
  let count = 0;
  yield* walk(set, { blocks: blocks.people, from: 0 }, (doc) => {
    if (people.repeats.isFirstIn(set, doc) && !earlier?.isMatched(doc) && cap.admits(doc)) count += 1;
    return true;
  });
  return count;
}
