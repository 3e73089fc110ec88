// The mapping between owners and the documents that they own: companies own people and job rows, job rows own openings.
// The documents of each owner are one range, in the order of the owners, so that one offset for each owner stores it.
import type { PackedColumn } from '../columns/packed-column.ts';

export class Ownership {
  readonly #starts: PackedColumn;
  readonly ownerCount: number;

  /** `starts`: the first document of each owner, followed by the first document without an owner; these are last. */
  constructor(starts: PackedColumn) {
    this.#starts = starts;
    this.ownerCount = starts.length - 1;
  }

  /** The first document of an owner; of `ownerCount`, the first document without an owner. */
  start(owner: number): number {
    return this.#starts.at(owner);
  }

  /** The end of the documents of an owner, exclusive. */
  end(owner: number): number {
    return this.#starts.at(owner + 1);
  }

  /**
   * The owner of a document; `ownerCount` if it has none. A galloping search from owner `from`, which must not be after
   * the owner of the document.
   */
  of(doc: number, from = 0): number {
    let low = from;
    let step = 1;
    for (; low + step <= this.ownerCount && this.#starts.at(low + step) <= doc; step *= 2) low += step;
    return this.#starts.lowerBound(doc + 1, low, Math.min(low + step, this.ownerCount + 1)) - 1;
  }
}
