// A dictionary-encoded column: documents hold entry numbers, and the dictionary entries hold the values.
import type { Column, PackedColumn } from './packed-column.ts';

/** The value of each document's dictionary entry. */
export class IndirectColumn implements Column {
  readonly #numbers: PackedColumn;
  readonly #values: Uint16Array;

  /** `values`, all below 2^16, are unpacked: they are few, and read for every candidate. */
  constructor(numbers: PackedColumn, values: PackedColumn) {
    this.#numbers = numbers;
    this.#values = Uint16Array.from({ length: values.length }, (_, index) => values.at(index));
  }

  at(index: number): number {
    return this.#values[this.#numbers.at(index)]!;
  }
}
