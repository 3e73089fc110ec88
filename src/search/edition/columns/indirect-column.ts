// A column that is read by way of another: documents have the numbers of what they share, and what is shared has the values.
import type { Column, PackedColumn } from './packed-column.ts';

/** The value of what each document has the number of. */
export class ThroughColumn implements Column {
  readonly #numbers: PackedColumn;
  readonly #values: Uint16Array;

  /** `values`, below 2^16, are unpacked: they are read for every candidate, and are few. */
  constructor(numbers: PackedColumn, values: PackedColumn) {
    this.#numbers = numbers;
    this.#values = Uint16Array.from({ length: values.length }, (_, index) => values.at(index));
  }

  at(index: number): number {
    return this.#values[this.#numbers.at(index)]!;
  }
}
