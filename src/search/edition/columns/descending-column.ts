// A column of whole numbers that descend, most of them equal to the one before: each value stands once, with the place where it begins.
import { type Column, type PackedColumn, packColumn } from './packed-column.ts';

/** A descending column as it lies in an edition. */
export class DescendingColumn implements Column {
  readonly #values: PackedColumn;
  readonly #starts: PackedColumn;

  /** `values` descend, each of them once; `starts` holds for each the first place that has it, and behind them the number of places. */
  constructor(values: PackedColumn, starts: PackedColumn) {
    this.#values = values;
    this.#starts = starts;
  }

  at(index: number): number {
    return this.#values.at(this.#starts.lowerBound(index + 1) - 1);
  }

  /** The first place whose value is below `value`. */
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

/** The two packed columns that a descending one is read from. */
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
