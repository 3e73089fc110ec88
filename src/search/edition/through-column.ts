// A column that is read by way of another: documents have the numbers of what they share, and what is shared has the values.
import type { Column } from './packed-column.ts';

/** The value of what each document has the number of. */
export class ThroughColumn implements Column {
  private readonly numbers: Column;
  private readonly values: Column;

  constructor(numbers: Column, values: Column) {
    this.numbers = numbers;
    this.values = values;
  }

  at(index: number): number {
    return this.values.at(this.numbers.at(index));
  }
}
