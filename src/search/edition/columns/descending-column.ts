// A column of descending whole numbers with many repetitions, run-length encoded: each distinct value is stored once,
// with its first index.
import { type Column, type PackedColumn, packColumn } from './packed-column.ts';

/** A descending column as stored in an edition. */
export class DescendingColumn implements Column {
  readonly #values: PackedColumn;
  readonly #starts: PackedColumn;

  /**
   * `values` are distinct and descend; `starts` holds the first index of each, followed by the length of the column.
   */
  constructor(values: PackedColumn, starts: PackedColumn) {
    this.#values = values;
    this.#starts = starts;
  }

  at(index: number): number {
    return this.#values.at(this.#starts.lowerBound(index + 1) - 1);
  }

  /** The first index whose value is below `value`. */
  firstBelow(value: number): number {
    let low = 0;
    let high = this.#values.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#values.at(middle) >= value) low = middle + 1;
      else high = middle;
    }
    return this.#starts.at(low);
  }
}

/** The two packed columns of a descending column. */
export function packDescending(values: Uint32Array): { readonly values: Uint32Array; readonly starts: Uint32Array } {
  const starts: number[] = [];
  values.forEach((value, index) => {
    if (index === 0 || value !== values[index - 1]) starts.push(index);
  });
  return {
    values: packColumn(starts.map((start) => values[start]!)),
    starts: packColumn([...starts, values.length]),
  };
}
